import { mergeConfig } from 'vitest/config';
import client from '../../apps/web/vite.config.ts';
import { chosenMutation, mutationsPlugin } from './switch-client.ts';

/** The client with the mutations of client.ts, for its browser tests. */
export default mergeConfig(client, { plugins: [mutationsPlugin(chosenMutation())] });
