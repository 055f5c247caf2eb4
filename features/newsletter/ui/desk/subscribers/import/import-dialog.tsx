import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose, DialogTrigger } from '#ui/dialog.tsx'
import { FieldError } from '#ui/field.tsx'
import type { ImportReport } from '#features/newsletter/desk.ts'
import { callDesk, deskRefusal } from '../../call-desk.ts'
import { ImportFindings } from './import-findings.tsx'

const id = 'import-subscribers'

/** Where it begins, what was found in the file, what became of it. */
type Step = { name: 'choose' } | { name: 'looked'; file: File; report: ImportReport } | { name: 'done'; report: ImportReport }

/** Opens {@link ImportDialog}. */
export function ImportTrigger() {
  return <DialogTrigger for={id}>Import CSV</DialogTrigger>
}

/** Takes a list in: looked at first, row by row, and only then kept. */
export function ImportDialog({ onImported }: { onImported(): void }) {
  const [step, setStep] = useState<Step>({ name: 'choose' })
  const [refusal, setRefusal] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [haveAsked, setHaveAsked] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  async function send(file: File, isDry: boolean) {
    if (isBusy) return
    setIsBusy(true)
    setRefusal('')
    try {
      const report = await callDesk<ImportReport>(`subscribers/import${isDry ? '?dry=1' : ''}`, {
        method: 'POST',
        file: { type: 'text/csv', content: file },
      })
      setStep(isDry ? { name: 'looked', file, report } : { name: 'done', report })
      if (!isDry) onImported()
    } catch (error) {
      setStep({ name: 'choose' })
      setRefusal(deskRefusal(error) ?? 'API call failed')
    }
    setIsBusy(false)
  }

  function startAgain() {
    setStep({ name: 'choose' })
    setRefusal('')
    setHaveAsked(false)
    if (input.current) input.current.value = ''
  }

  return (
    <Dialog
      id={id}
      title="Import subscribers"
      wide
      onClose={startAgain}
      actions={
        <>
          {step.name === 'looked' ? (
            <Button
              variant="primary"
              disabled={step.report.added === 0 || !haveAsked}
              aria-disabled={isBusy}
              onClick={() => void send(step.file, false)}
            >
              {isBusy ? 'Importing…' : `Import ${step.report.added.toLocaleString('en-US')}`}
            </Button>
          ) : null}
          <DialogClose for={id}>{step.name === 'done' ? 'Close' : 'Cancel'}</DialogClose>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {step.name === 'done' ? null : (
          <div className="flex flex-col gap-2">
            <label htmlFor={`${id}-file`} className="label text-dust">
              CSV file
            </label>
            <input
              ref={input}
              id={`${id}-file`}
              type="file"
              accept=".csv,text/csv"
              aria-describedby={`${id}-hint`}
              onChange={({ target }) => {
                const file = target.files?.[0]
                if (file) void send(file, true)
              }}
              className="min-h-12 w-full rounded-plate border border-groove bg-plate p-3 text-small file:mr-4 file:cursor-pointer file:rounded-plate file:border file:border-groove file:bg-plate-raised file:px-4 file:py-2 file:text-sand"
            />
            <p id={`${id}-hint`} className="text-small text-dust">
              The first line names the columns: email, and first_name and last_name if you have them. Nothing is kept before you have seen
              what would be.
            </p>
          </div>
        )}
        <div role="alert" className="empty:hidden">
          {refusal ? <FieldError>{refusal}</FieldError> : null}
        </div>
        <div aria-live="polite" aria-busy={isBusy} className="empty:hidden">
          {isBusy ? <p className="text-dust">Reading every line…</p> : null}
          {!isBusy && step.name !== 'choose' ? <ImportFindings report={step.report} isDone={step.name === 'done'} /> : null}
        </div>
        {step.name === 'looked' && step.report.added > 0 ? (
          <label className="flex min-h-11 items-start gap-3">
            <input
              type="checkbox"
              checked={haveAsked}
              onChange={({ target }) => setHaveAsked(target.checked)}
              className="mt-1 size-5 shrink-0 accent-live"
            />
            <span>Each of these people asked for this letter, and I can show where and when.</span>
          </label>
        ) : null}
      </div>
    </Dialog>
  )
}
