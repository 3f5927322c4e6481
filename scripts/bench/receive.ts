import { UploadedFile } from '@columnist/contract';
import express from 'express';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { receiveBody } from '@columnist/api';

/**
 * Two ways of taking a body: /ours as an upload is taken, /raw as a plain save of the stream.
 * FOLDER; prints its port.
 */
const folder = process.argv[2] ?? '';
const actor: Parameters<typeof receiveBody>[2] = {
  user: {
    id: '',
    email: '',
    fullName: '',
    emailVerified: true,
    tier: 'paid',
    raisedFileMb: null,
    roles: [],
  },
  via: 'session',
  scopes: [],
  sessionId: null,
  confirmedAt: null,
  askedAt: null,
  factorAt: null,
  secondFactor: false,
  limits: null,
  agent: null,
};
const app = express();
app.post('/ours', async (req, res) => {
  const file: UploadedFile = await receiveBody(req, folder, actor);
  res.json({ bytes: file.bytes });
  await rm(file.path);
});
app.post('/raw', async (req, res) => {
  const path = join(folder, 'raw');
  await pipeline(req, createWriteStream(path));
  res.json({});
  await rm(path);
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
