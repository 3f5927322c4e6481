export { makeServer, type ServerOptions } from './make-server.ts';
export { mcpHandler, type McpHttpOptions, type OpenedMessage } from './http.ts';
export { tools, type Tool } from './tools.ts';
export { catalogue } from './tools.ts';
