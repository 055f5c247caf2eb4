import { countOf } from '#shared/count-of.ts'
import { useEffect, useRef, useState } from 'react'
import { Button, ButtonReason } from '#ui/button.tsx'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import { FormError } from '#ui/field.tsx'
import type { ImportReport } from '#features/subscribers/import.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportResult, RejectedRows } from './import-result.tsx'
import { ImportEncodingField } from './import-encoding.tsx'
import { ImportQuestions } from './import-questions.tsx'
import { useImport } from './use-import.ts'

const id = 'import-subscribers'

/** Opens {@link ImportDialog}. */
export function ImportTrigger() {
  return <DialogTrigger for={id}>Import CSV</DialogTrigger>
}

/**
 * Dialog that imports a list. It first shows a preview of the columns, the outcomes and the rejected rows; nothing is
 * stored before the import is confirmed.
 */
export function ImportDialog({ onImported }: { onImported(): void }) {
  const { step, refusal, isBusy, choose, changeSettings, answer, run, reset } = useImport({ onImported })
  // The consent refers to the preview on the screen; another file, column or answer may add other people.
  const [confirmedReport, setConfirmedReport] = useState<ImportReport>()
  const hasConsent = step.name === 'previewed' && confirmedReport === step.report
  const input = useRef<HTMLInputElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const isDone = step.name === 'done'
  const blocker = step.name === 'previewed' ? importBlocker(step.report, hasConsent) : undefined
  // The pressed button has disappeared.
  useEffect(() => {
    if (isDone) result.current?.focus()
  }, [isDone])

  function close() {
    reset()
    setConfirmedReport(undefined)
    if (input.current) input.current.value = ''
  }

  return (
    <Dialog
      id={id}
      title="Import subscribers"
      wide
      onClose={close}
      actions={
        <>
          {step.name === 'previewed' ? (
            <Button
              variant="primary"
              disabled={blocker !== undefined}
              aria-disabled={isBusy}
              aria-describedby={blocker === undefined ? undefined : `${id}-blocker`}
              onClick={run}
            >
              {importLabel(step.report)}
            </Button>
          ) : null}
          <DialogClose for={id}>{isDone ? 'Close' : 'Cancel'}</DialogClose>
          {blocker === undefined ? null : (
            <ButtonReason id={`${id}-blocker`} className="self-center">
              {blocker}
            </ButtonReason>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {isDone ? null : (
          <div className="flex flex-col gap-2">
            <label htmlFor={`${id}-file`} className="label text-dust">
              CSV file
            </label>
            <input
              ref={input}
              id={`${id}-file`}
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
              aria-describedby={`${id}-hint`}
              onChange={({ target }) => {
                const file = target.files?.[0]
                if (file) void choose(file)
              }}
              className="min-h-12 w-full rounded-plate border border-groove bg-plate p-3 text-small file:mr-4 file:cursor-pointer file:rounded-plate file:border file:border-groove file:bg-plate-raised file:px-4 file:py-2 file:text-sand"
            />
            <p id={`${id}-hint`} className="text-small text-dust">
              Use an export from this site, another newsletter service or a spreadsheet. You will see a preview before
              anything is saved.
            </p>
          </div>
        )}
        <FormError>{refusal}</FormError>
        <div
          ref={result}
          tabIndex={-1}
          aria-live="polite"
          aria-busy={isBusy}
          className="flex flex-col gap-6 outline-none empty:hidden"
        >
          {isBusy && step.name === 'choose' ? <p className="text-dust">Reading the file…</p> : null}
          {step.name === 'choose' ? null : <ImportResult report={step.report} isDone={isDone} />}
          {isDone ? <RejectedRows report={step.report} /> : null}
        </div>
        {step.name === 'previewed' ? (
          <>
            {step.report.encoding.is_certain ? null : (
              <ImportEncodingField
                encoding={step.report.encoding}
                onChange={(encoding) => changeSettings({ encoding })}
              />
            )}
            {step.report.questions.length > 0 ? <ImportQuestions report={step.report} onChange={answer} /> : null}
            <ImportColumns report={step.report} onChange={(columns) => changeSettings({ columns })} />
            <RejectedRows report={step.report} />
          </>
        ) : null}
        {step.name === 'previewed' && step.report.added > 0 ? (
          <label className="flex min-h-11 items-start gap-3">
            <input
              type="checkbox"
              checked={hasConsent}
              onChange={({ target }) => setConfirmedReport(target.checked ? step.report : undefined)}
              className="mt-1 size-5 shrink-0 accent-live"
            />
            <span>Each of these people asked for this newsletter, and I can prove where and when.</span>
          </label>
        ) : null}
      </div>
    </Dialog>
  )
}

/** Returns the label of the button, which counts the new subscribers if the file changes nobody else. */
export function importLabel({ added, pending, unsubscribed, suppressed, stopped }: ImportReport): string {
  return added > 0 && pending + unsubscribed + suppressed + stopped === 0
    ? `Import ${countOf(added, 'subscriber')}`
    : 'Import'
}

/**
 * Returns why a file cannot be imported yet; undefined if it can.
 *
 * @param hasConsent Whether the admin confirmed that the people to be added asked for the newsletter.
 */
export function importBlocker(report: ImportReport, hasConsent: boolean): string | undefined {
  const { undecided, added, pending, unsubscribed, suppressed, suppressed_already, stopped } = report
  if (undecided > 0) return 'Choose a meaning for each value under “Values to review” first.'
  // A file may still mark suppressed people as unsubscribed.
  if (added + pending + unsubscribed + suppressed + suppressed_already + stopped === 0)
    return unchangedReason(report.known, report.left_out, report.refused_count)
  return added > 0 && !hasConsent ? 'First confirm that these people asked for the newsletter.' : undefined
}

function unchangedReason(known: number, skipped: number, rejected: number): string {
  const unchanged = known + skipped
  const reason = [known > 0 ? 'are already on the list' : '', skipped > 0 ? 'are skipped' : '']
    .filter(Boolean)
    .join(' or ')
  if (rejected === 0)
    return unchanged === 0
      ? 'This file has no rows with subscribers. Choose another file.'
      : `There is nothing to import: all rows ${reason}. Choose another file.`
  return unchanged === 0
    ? 'All rows were rejected. Correct them and choose the file again.'
    : `There is nothing to import: all valid rows ${reason}. Choose another file.`
}
