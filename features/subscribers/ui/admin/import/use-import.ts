import { useRef, useState } from 'react'
import type { ImportMode, ImportQuestion, ImportReading, ImportReport } from '#features/subscribers/import.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'

/** Where an import stands: at its beginning, looked at, done. `reading` is what the editor said of the file so far. */
export type ImportStep =
  | { name: 'choose' }
  | { name: 'looked'; file: File; reading: ImportReading; report: ImportReport }
  | { name: 'done'; report: ImportReport }

/** One import, from the choice of a file to its end. A newer look at the file takes the place of the one before. */
export function useImport({ onImported }: { onImported(): void }) {
  const [step, setStep] = useState<ImportStep>({ name: 'choose' })
  const [refusal, setRefusal] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const asking = useRef<AbortController>(undefined)
  // What was said last: it may be on its way still when more is said.
  const said = useRef<ImportReading>({})

  async function send(file: File, reading: ImportReading, mode: ImportMode): Promise<void> {
    asking.current?.abort()
    const { signal } = (asking.current = new AbortController())
    said.current = reading
    setIsBusy(true)
    setRefusal('')
    const form = new FormData()
    form.append('reading', JSON.stringify(reading))
    form.append('file', file)
    try {
      const report = await callAdminApi<ImportReport>(`subscribers/import?mode=${mode}`, {
        method: 'POST',
        form,
        signal,
      })
      setStep(mode === 'preview' ? { name: 'looked', file, reading, report } : { name: 'done', report })
      if (mode === 'import') onImported()
    } catch (error) {
      if (signal.aborted) return
      // What was refused is not said again with the next answer.
      said.current = step.name === 'looked' ? step.reading : {}
      setRefusal(adminErrorMessage(error) ?? 'API call failed')
    }
    setIsBusy(false)
  }

  return {
    step,
    refusal,
    isBusy,
    choose(file: File) {
      setStep({ name: 'choose' })
      return send(file, {}, 'preview')
    },
    /** Looks at the file again with more said of it. */
    say(more: ImportReading) {
      if (step.name === 'looked') void send(step.file, withMore(said.current, more), 'preview')
    },
    /** Looks at the file again with one question answered, or open again. */
    answer(key: string, meaning: ImportQuestion['meaning']) {
      if (step.name !== 'looked') return
      const { [key]: _, ...others } = said.current.answers ?? {}
      void send(
        step.file,
        { ...said.current, answers: meaning === null ? others : { ...others, [key]: meaning } },
        'preview',
      )
    },
    run() {
      if (step.name === 'looked' && !isBusy) void send(step.file, step.reading, 'import')
    },
    startAgain() {
      asking.current?.abort()
      setStep({ name: 'choose' })
      setRefusal('')
      setIsBusy(false)
    },
  }
}

/** Columns are those of the letters they were read with: another encoding is looked at anew. */
function withMore(reading: ImportReading, more: ImportReading): ImportReading {
  return more.encoding ? { encoding: more.encoding } : { ...reading, ...more }
}
