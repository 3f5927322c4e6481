const fact = (name: string, fallback: string): string => {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';
  return content === '' || content.startsWith('__') ? fallback : content;
};

/** For the copyright line. */
export const thisYear = new Date().getFullYear();

/** What the server wrote into the page. */
export const cspNonce = fact('csp-nonce', '');
export const supportEmail = fact('support-email', 'support@columnist.example');
export const repositoryUrl = fact('repository-url', 'https://columnist.example/mcp');
