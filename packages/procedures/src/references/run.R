# Runs the reference programs beside the procedures:
#   Rscript run.R FOLDER NAME …
# FOLDER holds questions.json and the tables as CSV; what is found is written there as NAME.r.json.
arguments <- commandArgs(trailingOnly = TRUE)
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
folder <- arguments[1]
questions <- jsonlite::fromJSON(file.path(folder, "questions.json"), simplifyDataFrame = FALSE, simplifyMatrix = FALSE)
failed <- FALSE
for (name in arguments[-1]) {
  path <- file.path(here, "..", name, "reference.R")
  if (!file.exists(path)) next
  references <- list()
  versions <- list()
  source(path)
  answers <- list()
  for (question in questions) {
    entry <- references[[paste0(question$operation, ".", question$method)]]
    if (is.null(entry)) next
    answers[[question$id]] <- tryCatch(
      suppressWarnings(entry$find(question$input, read_rows(file.path(folder, paste0(question$table, ".csv")), question$input))),
      error = function(e) {
        message(question$id, ": ", conditionMessage(e))
        failed <<- TRUE
        NULL
      }
    )
  }
  found <- list(versions = c(list(R = R.version.string), versions), by = lapply(references, function(one) one$by), answers = answers)
  writeLines(jsonlite::toJSON(found, auto_unbox = TRUE, digits = I(17), null = "null", na = "null"), file.path(folder, paste0(name, ".r.json")), useBytes = TRUE)
}
if (failed) quit(status = 1)
