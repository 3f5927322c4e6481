// One list of what the contract exports, and so one file.
export { cached, isCached, type Cached } from './cached.ts';
export { callOverHttp, type Call, type RemoteServer } from './call-over-http.ts';
export { byName, namedIn } from './by-name.ts';
export { sayLabels, sayList } from './say-list.ts';
export { forSpreadsheet, forSpreadsheetFile, pastedCell } from './for-spreadsheet.ts';
export { refuseBrokenText } from './refuse-broken-text.ts';
export { AppError, errors, isErrorCode, type ErrorCode, type ErrorEntry } from './errors.ts';
export { messageWithoutPlace, placedError } from './placed-error.ts';
export {
  errorDetails,
  secondFactors,
  type ErrorDetails,
  type FieldError,
  type SecondFactor,
} from './error-details.ts';
export { callsInBatch } from './calls-in-batch.ts';
export { problem, problemOf, type Problem } from './problem.ts';
export {
  adminOnly,
  anyone,
  defineOperation,
  roleNames,
  scopeNames,
  mediaTypes,
  scopes,
  sessionOnly,
  toolsets,
  doors,
  vias,
  type Access,
  type CliVerb,
  type Door,
  type InputOf,
  type McpTool,
  type Operation,
  type OutputOf,
  type RestRoute,
  type RoleName,
  type Scope,
  type Toolset,
  type Via,
} from './operation.ts';
export {
  passkey,
  type AuthenticationResponse,
  type CreationOptions,
  type Passkey,
  type RegistrationResponse,
  type RequestOptions,
} from './accounts/passkey.ts';
export type { SecondFactors } from './accounts/second-factor-operations.ts';
export {
  auditActorNames,
  auditActors,
  auditKindNames,
  auditKinds,
  type Audit,
  type AuditActor,
  type AuditKind,
  type AuditedAct,
} from './audit.ts';
export { actOf, actionsOf, type AuditAction } from './audited-acts.ts';
export { sayTime } from './say-time.ts';
export { sayDetails, type AuditDetails } from './audited-details.ts';
export { activity, type Activity } from './accounts/activity-operations.ts';
export { agent, agentCall, type Agent, type AgentCall } from './accounts/agent-operations.ts';
export { exampleInputs } from './example-inputs.ts';
export { allOperations, computes, operations } from './operations.ts';
export { isDrawnLine, isSeenLine, withoutUnseen } from './invisible-characters.ts';
export { datasetNamed, noDataset, plainName } from './datasets/dataset-named.ts';
export { pageInput, pageOf } from './pagination.ts';
export { readPageCursor, writePageCursor } from './datasets/page-cursor.ts';
export { pInTable, pText } from './p-value.ts';
export { changeOfType } from './datasets/change-of-type.ts';
export { placesOfUnit } from './places-of-unit.ts';
export { parseBySchema, parseInput } from './parse-input.ts';
export { inputLimits, tooDeep, tooManyParts } from './refuse-oversize.ts';
export { namesMeaning } from './synonyms.ts';
export { findColumn, nearestNames } from './nearest-names.ts';
export { checkExpression } from './expression/check-expression.ts';
export type { ExpressionColumn, OperatorName, Typed } from './expression/typed.ts';
export {
  fromFilter,
  fromJson,
  toCondition,
  type ExpressionJson,
} from './expression/expression-json.ts';
export { checkStepValues } from './expression/check-step-values.ts';
export { cleaningSteps, imputeStep, sayEdited, type ViewStep } from './expression/view-steps.ts';
export {
  compactDate,
  dateFormatIn,
  dateFormatOf,
  dateOrders,
  firstInDates,
  monthFormat,
  plainDate,
  timeFormat,
  timeFormatOf,
  type DateOrder,
  withWeekday,
} from './reading/known-dates.ts';
export { dateTokens, readDateFormat } from './reading/read-date-format.ts';
export { readPattern } from './reading/read-pattern.ts';
export { contraryMonthNames, monthNames, weekdayNames } from './reading/month-names.ts';
export {
  afterNoon,
  dateParts,
  yearPivot,
  zoneAtEnd,
  type DateField,
  type DateFormat,
} from './reading/date-format.ts';
export { durationForm, durationUnits } from './reading/duration-format.ts';
export { isTimeZone, nearestZones, zonesAreNamed } from './reading/time-zones.ts';
export { truthOf, yesNoPairs } from './reading/yes-no.ts';
export {
  groupSigns,
  groupSignsInSql,
  isNumberPattern,
  lakhForm,
  marksOf,
  numberForms,
  numberLike,
  plainNumberForm,
  writtenNumberForm,
} from './reading/number-format.ts';
export {
  functionOf,
  functions,
  isFunction,
  type FunctionEntry,
  type FunctionName,
  type ValueType,
} from './expression/functions.ts';
export { needsBackticks } from './expression/operators.ts';
export { parseExpression } from './expression/parse-expression.ts';
export {
  editedAtMost,
  editStepNames,
  type CorrectedCell,
  type DeletedRow,
  type EditStep,
} from './edit-steps.ts';
export {
  conditionExamples,
  languageInShort,
  languagePage,
  overRowsExamples,
  stepExamples,
} from './language.ts';
export { parametersOf, signatureOf, type MethodDescription } from './methods/describe-method.ts';
export { sayExpression } from './expression/say-expression.ts';
export { firstRowsOf, readFirstRows } from './expression/first-rows.ts';
export { readMoment, readTime } from './reading/read-moment.ts';
export { looksOverRows, overAllRows, viewLanguage } from './expression/over-all-rows.ts';
export type { Expression } from './expression/syntax.ts';
export {
  FileDownload,
  StreamDownload,
  UploadedFile,
  fileDownload,
  streamDownload,
  uploadedFile,
} from './files.ts';
export { mayPass, pausesOfSending, wholeUpTo } from './sending.ts';
export { SentValues, inlineValues, type InlineData } from './datasets/inline-data.ts';
export { WrittenJson, answerBytes } from './written-json.ts';
export {
  allowances,
  maxFileBytes,
  maxFileMb,
  maxJobSeconds,
  maxStoredBytes,
  mostVersions,
  plans,
  raisableFileMb,
  unverifiedJobs,
  type PlanHolder,
} from './plans.ts';
export { plan, tier, type Plan, type Tier } from './plan.ts';
export {
  cell,
  cleaningStep,
  filter,
  impute,
  scalar,
  sortKey,
  view,
  viewEffect,
  type Cell,
  type CleaningStep,
  type Condition,
  type Filter,
  type Impute,
  type View,
  type ViewEffect,
} from './view.ts';
export {
  authResponse,
  role,
  user,
  type AuthResponse,
  type Role,
  type User,
} from './accounts/user.ts';
export { mostNamedKeys, namedKeyDays, type NamedKey } from './accounts/key-operations.ts';
export { apiKeyLimits, type ApiKeyLimits, type Session } from './accounts/account-operations.ts';
export {
  captchaActions,
  type CaptchaAction,
  type CaptchaChallenge,
} from './accounts/sign-in-operations.ts';
export { adminUser, systemStats, type AdminUser, type SystemStats } from './admin/admin-user.ts';
export { auditCheck, auditEntry, type AuditCheck, type AuditEntry } from './admin/audit-entry.ts';
export { mostRoleUsers } from './admin/operations.ts';
export { subscription, usage, type Subscription, type Usage } from './usage/operations.ts';
export { looksLikeId } from './datasets/looks-like-id.ts';
export { alertKinds, alertTable, type AlertKind } from './datasets/alert-kinds.ts';
export {
  alert,
  alertThresholds,
  alerts,
  severities,
  type Alert,
  type AlertThresholds,
  type Alerts,
  type Severity,
} from './datasets/alerts.ts';
export {
  keptQuestion,
  sharedLink,
  sharedResult,
  testQuestion,
  type SentQuestion,
  type SharedLink,
  type SharedResult,
  type TestQuestion,
} from './datasets/sharing.ts';
export {
  admission,
  columnPicture,
  columnType,
  columnsInLists,
  dataset,
  countedColumn,
  dialect,
  readingQuestion,
  valueTypeOf,
  type Admission,
  type ColumnPicture,
  type ColumnType,
  type Dataset,
  type CountedColumn,
  type DatasetColumn,
  type Dialect,
  type ReadingQuestion,
} from './datasets/dataset.ts';
export {
  categoriesAtMost,
  columnChange,
  columnEntry,
  isNamedByLabels,
  isRetyped,
  levelsOf,
  requireDistinctLabels,
  takeAs,
  titleOf,
  writtenAs,
  type ColumnChange,
  type ColumnEntry,
  type Dictionary,
} from './datasets/dictionary.ts';
export {
  columnDescription,
  describeOptions,
  description,
  type BooleanDescription,
  type ColumnDescription,
  type DatetimeDescription,
  type Description,
  type Histogram,
  type NumberDescription,
  type TextDescription,
} from './datasets/description.ts';
export { endingOf, fileFormats, isImported, withArticle } from './datasets/file-formats.ts';
export {
  datasetVersion,
  fileContents,
  filePart,
  foundTable,
  importPreview,
  partOptions,
  reading,
  readingNames,
  readingOptions,
  versionComparison,
  type CellReading,
  type ColumnReading,
  type FileContents,
  type FilePart,
  keptReading,
  type KeptReading,
  writtenTable,
  type WrittenTable,
  type FoundTable,
  type ImportPreview,
  type OtherReading,
  type Reading,
} from './datasets/reading.ts';
export { encodingTitle, encodingTitles } from './datasets/encodings.ts';
export {
  savedView,
  viewExplanation,
  type SavedView,
  type ViewExplanation,
} from './datasets/saved-view.ts';
export { report, reportLimits, type Report, type ReportItem } from './datasets/report.ts';
export { exportFormat, exportFormats, type ExportFormat } from './datasets/export-formats.ts';
export { provenance, type Provenance } from './datasets/provenance.ts';
export {
  association,
  associationOptions,
  correlationMatrix,
  correlationPair,
  type Association,
  type AssociationOptions,
  type AssociationTestOptions,
  type CorrelationMatrix,
  type CorrelationOptions,
  type CorrelationPair,
  type Correlations,
} from './datasets/association.ts';
export { comparisonOptions, type ComparisonOptions } from './datasets/comparison.ts';
export {
  datasetComparison,
  driftOptions,
  type ColumnDrift,
  type DatasetComparison,
} from './datasets/drift.ts';
export { regressionOptions, type RegressionOptions } from './datasets/regression.ts';
export { structureOptions, type StructureOptions } from './datasets/structure.ts';
export {
  timeSeriesOptions,
  type CalendarUnit,
  type TimeSeriesOptions,
} from './datasets/time-series.ts';
export {
  parseFormula,
  sayFormula,
  sayVariable,
  type Formula,
  type Variable,
} from './formula/parse-formula.ts';
export type { Transform } from './formula/transforms.ts';
export {
  distributionTestOptions,
  type DistributionTestOptions,
  type GivenDistribution,
} from './datasets/distribution-test.ts';
export { ledger, questionOf, type Ledger, type LedgerEntry } from './datasets/ledger.ts';
export {
  powerOptions,
  powerResult,
  type PowerOptions,
  type PowerResult,
} from './datasets/power.ts';
export {
  recommendation,
  recommendOptions,
  type Recommendation,
} from './datasets/recommendation.ts';
export {
  testResult,
  type AssumptionVerdict,
  resultPicture,
  resultTable,
  tablesOfGroups,
  type ResultPicture,
  type ResultTable,
  type TestResult,
} from './datasets/test-result.ts';
export {
  aggregateOptions,
  mostAggregates,
  aggregation,
  type Aggregation,
  isOfRows,
  type GroupStatistic,
} from './datasets/aggregation.ts';
export { chart, chartOptions, type Chart } from './datasets/chart.ts';
export {
  duplicateMethods,
  duplicates,
  duplicatesOptions,
  mostCompared,
  type DuplicateMethod,
  type Duplicates,
} from './datasets/duplicates.ts';
export {
  rowChangeKinds,
  rowChanges,
  rowChangesOptions,
  type RowChangeKind,
  type RowChanges,
} from './datasets/row-changes.ts';
export {
  frequencies,
  frequenciesOptions,
  mostSpelled,
  spellingMethods,
  type Frequencies,
  type SpellingCluster,
  type SpellingMethod,
} from './datasets/frequencies.ts';
export {
  overview,
  pictures,
  rows,
  rowsOptions,
  rowsPage,
  type Overview,
  type Pictures,
  type Rows,
} from './datasets/rows.ts';
export { families } from './methods/families.ts';
export { kindOf, type FieldKind } from './methods/field.ts';
export { answerFacts, type AnswerFacts } from './datasets/explanation.ts';
export { fewestRows, noMethod, type Leaning } from './methods/leaning.ts';
export { inPart } from './methods/rows-asked.ts';
export { withoutGoneLevel } from './methods/without-gone-level.ts';
export type { AnyMethod, Slot } from './methods/define-method.ts';
export {
  asking,
  columnsNamed,
  everyMethod,
  methodNamed,
  methods,
  usualFirst,
  type Asking,
} from './methods/registry.ts';
export type { AskedView, SentView } from './methods/rows-asked.ts';
export {
  longestSql,
  mostSqlDatasets,
  sqlOptions,
  sqlPage,
  sqlText,
  type SqlPage,
  type SqlResult,
} from './datasets/sql.ts';
export {
  builtFrom,
  combination,
  combinationNotes,
  combinationReport,
  combineOptions,
  joinKinds,
  keyForms,
  lineage,
  mostAppended,
  mostCombinedRows,
  mostPivoted,
  nearReasons,
  pivotStatistics,
  recipe,
  type Append,
  type BuiltFrom,
  type Combination,
  type CombinationReport,
  type Join,
  type JoinKey,
  type JoinReport,
  type KeySuggestion,
  type Lineage,
  type NearMatch,
  type Pivot,
  type Recipe,
  type Unpivot,
} from './datasets/combination.ts';
