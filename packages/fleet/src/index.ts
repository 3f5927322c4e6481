export { jobPath } from './job-door.ts';
export {
  openWeb,
  openWorker,
  type FleetOptions,
  type FleetWorker,
  type QueueDepth,
} from './open-fleet.ts';
