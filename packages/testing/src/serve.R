# Runs pieces of code, each in a fork of this process, which has loaded their packages once.
# An order is a line "folder<tab>script<tab>packages"; the answer is a line "ended <status>". What the code
# prints is in script.out and script.err of the folder.
local({
  run <- function(folder, script) {
    setwd(folder)
    out <- file(paste0(script, ".out"), open = "w", encoding = "UTF-8")
    err <- file(paste0(script, ".err"), open = "w", encoding = "UTF-8")
    sink(out)
    sink(err, type = "message")
    # As Rscript does: a value at the outermost level is printed, a warning is only said.
    ended <- tryCatch(
      {
        withCallingHandlers(
          source(script, local = globalenv(), print.eval = TRUE, encoding = "UTF-8", keep.source = FALSE),
          warning = function(w) {
            message("Warning: ", conditionMessage(w))
            invokeRestart("muffleWarning")
          }
        )
        0L
      },
      error = function(e) {
        message("Error: ", conditionMessage(e))
        1L
      }
    )
    sink(type = "message")
    sink()
    close(out)
    close(err)
    ended
  }
  orders <- file("stdin", open = "r")
  repeat {
    line <- readLines(orders, n = 1)
    if (length(line) == 0) break
    order <- strsplit(line, "\t", fixed = TRUE)[[1]]
    for (name in strsplit(order[3], " ", fixed = TRUE)[[1]]) if (!is.na(name)) try(loadNamespace(name), silent = TRUE)
    job <- parallel::mcparallel(run(order[1], order[2]))
    ended <- parallel::mccollect(job)[[1]]
    cat("ended", if (identical(ended, 0L)) 0 else 1, "\n")
  }
})
