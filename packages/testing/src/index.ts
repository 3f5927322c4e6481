export { childProcesses } from './child-processes.ts';
export { openBreakingLine, type BreakingLine } from './breaking-line.ts';
export { writeDta, writeSav, writeXpt } from './write-statistics-files.ts';
export { encodeText } from './encode-text.ts';
export { depth, ofRuns, ofSample, oneOf, random, sampled } from './depth.ts';
export { exactSummaries, type ExactSummary } from './exact-summaries.ts';
export { hostileBinaries, sqliteFile } from './hostile-binaries.ts';
export { hostilePacked } from './hostile-packed.ts';
export {
  hostileFiles,
  manyStrings,
  sheetOf,
  workbook,
  type HostileFile,
} from './hostile-workbooks.ts';
export {
  interpreterFor,
  isInstalled,
  packagesOf,
  type Interpreter,
  type Language,
} from './languages.ts';
export { keptFolder } from './kept-folder.ts';
export { programFiles, type ProgramFile } from './program-files.ts';
export { judgeProgramFile } from './judge-program-file.ts';
export { openCodeRunner, type CodeRunner } from './run-code.ts';
export { sharedData, type SharedData } from './shared-data.ts';
export { sqlAttacks } from './sql-attacks.ts';
export { writeWorkbook } from './write-workbook.ts';
export { writeZip, type ZipEntry } from './write-zip.ts';
