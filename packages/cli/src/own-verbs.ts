import { check } from './check.ts';
import { completions } from './completions.ts';
import { convert } from './convert.ts';
import { helpVerb } from './help-verb.ts';
import { man } from './man.ts';
import type { OwnVerb } from './own-verb.ts';
import { upload } from './upload.ts';

/** Every verb that is no operation. */
export const ownVerbs: readonly OwnVerb[] = [convert, check, upload, completions, man, helpVerb];
