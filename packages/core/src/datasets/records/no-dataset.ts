import { AppError } from '@columnist/contract';

/** The one answer for what is not there and for what is somebody else's. */
export const noDataset = (): AppError => new AppError('not_found', 'Dataset not found.');
