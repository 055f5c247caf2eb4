import { useRef, useState } from 'react'
import type { ImportMode, ImportQuestion, ImportReading, ImportReport } from '#features/subscribers/import.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'

/** Step of an import. `reading` are the settings selected so far. */
type ImportStep =
  | { name: 'choose' }
  | { name: 'previewed'; file: File; reading: ImportReading; report: ImportReport }
  | { name: 'done'; report: ImportReport }

/** State of an import from the selection of a file to the result. A newer request replaces the running one. */
export function useImport({ onImported }: { onImported(): void }) {
  const [step, setStep] = useState<ImportStep>({ name: 'choose' })
  const [refusal, setRefusal] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const request = useRef<AbortController>(undefined)
  // Latest settings; their request may still be running when further settings are selected.
  const latest = useRef<ImportReading>({})

  async function send(file: File, reading: ImportReading, mode: ImportMode): Promise<void> {
    request.current?.abort()
    const { signal } = (request.current = new AbortController())
    latest.current = reading
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
      setStep(mode === 'preview' ? { name: 'previewed', file, reading, report } : { name: 'done', report })
      if (mode === 'import') onImported()
    } catch (error) {
      if (signal.aborted) return
      // Rejected settings are not sent again with the next ones.
      latest.current = step.name === 'previewed' ? step.reading : {}
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
    /** Updates the preview with more settings. */
    changeSettings(more: ImportReading) {
      if (step.name === 'previewed') void send(step.file, withMore(latest.current, more), 'preview')
    },
    /** Updates the preview with one answer, or without it. */
    answer(key: string, meaning: ImportQuestion['meaning']) {
      if (step.name !== 'previewed') return
      const { [key]: _, ...others } = latest.current.answers ?? {}
      void send(
        step.file,
        { ...latest.current, answers: meaning === null ? others : { ...others, [key]: meaning } },
        'preview',
      )
    },
    run() {
      if (step.name === 'previewed' && !isBusy) void send(step.file, step.reading, 'import')
    },
    reset() {
      request.current?.abort()
      setStep({ name: 'choose' })
      setRefusal('')
      setIsBusy(false)
    },
  }
}

/** Settings of columns depend on the encoding, so another encoding discards them. */
function withMore(reading: ImportReading, more: ImportReading): ImportReading {
  return more.encoding ? { encoding: more.encoding } : { ...reading, ...more }
}
