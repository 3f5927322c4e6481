export { noDataset } from '@columnist/contract';
