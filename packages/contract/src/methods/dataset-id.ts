import { z } from 'zod';

/** An id, with what is said where it is missing. */
export const datasetIdOr = (missing: string) =>
  z
    .uuid({
      error: ({ input }) =>
        input === undefined ? missing : 'A dataset id is a UUID; list the datasets to find it.',
    })
    .describe('Dataset id.');

export const datasetId = datasetIdOr(
  'This field is missing: give the id of a dataset; list the datasets to find it.',
);
