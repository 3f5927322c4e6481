export { difficultiesOf, type Difficulty } from './difficulty.ts';
export {
  digitsOf,
  fixtureFiles,
  isRounding,
  listOf,
  numberOf,
  type Fixture,
  type FixtureFile,
} from './fixtures.ts';
export { procedures } from './run-procedure.ts';
