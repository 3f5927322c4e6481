import { createContext, useContext } from 'react';
import { isolated, type Isolate } from './isolate.ts';

export const Isolation = createContext<Isolate>(isolated);

/** How sentences are written here: with the names that are known around it. */
export const useIsolated = (): Isolate => useContext(Isolation);
