import { useState, useEffect } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Draft, inputOf } from './draft.ts'
import type { IssuePreview } from '#features/issues/contract.ts'
import { callAdminApi, adminErrorMessage } from '#ui/admin/call-admin-api.ts'

const pauseMs = 500

/** Returns the email of a draft, rendered by the server shortly after the last change. */
function usePreview(draft: Draft): { preview: IssuePreview | undefined; isLate: boolean; error: string } {
  const title = draft.title.trim() || 'Untitled'
  const requestBody = JSON.stringify(inputOf({ ...draft, title }, 1))
  const [answer, setAnswer] = useState<{ requestBody: string; preview: IssuePreview | undefined; error: string }>()
  const isFirst = answer === undefined
  useEffect(() => {
    const stop = new AbortController()
    const later = setTimeout(
      () => {
        callAdminApi<IssuePreview>('newsletters/preview', {
          method: 'POST',
          body: JSON.parse(requestBody),
          signal: stop.signal,
        }).then(
          (preview) => setAnswer({ requestBody, preview, error: '' }),
          (error: unknown) => {
            const refusal = adminErrorMessage(error)
            if (refusal) setAnswer((before) => ({ requestBody, preview: before?.preview, error: refusal }))
          },
        )
      },
      isFirst ? 0 : pauseMs,
    )
    return () => {
      clearTimeout(later)
      stop.abort()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the first response does not cause a second request
  }, [requestBody])
  return { preview: answer?.preview, isLate: answer?.requestBody !== requestBody, error: answer?.error ?? '' }
}

/** Mail programs, if they show an email differently. */
const clientViews = [
  ['phone', 'Phone'],
  ['desktop', 'Desktop'],
  ['bare', 'Without styles'],
  ['text', 'Plain text'],
] as const

type ClientView = (typeof clientViews)[number][0]

/**
 * Prepares an email for a frame: links do nothing, and the theme is selected here instead of by the system.
 *
 * @param isBare Whether to show it as in programs that ignore styles in the head.
 */
function framed(html: string, { isLight, isBare }: { isLight: boolean; isBare: boolean }): string {
  const styled = isBare
    ? html.replace(/<style>[\s\S]*?<\/style>/, '')
    : html.replaceAll('(prefers-color-scheme: light)', isLight ? 'all' : 'not all')
  // A sandboxed frame cannot open windows, so links do nothing.
  return styled.replace('<head>', '<head><base target="_blank">')
}

const themes = [
  ['dark', 'Dark'],
  ['light', 'Light'],
] as const

const maxBytes = 102 * 1024

/** Preview of the email in the widths and themes of common mail programs, with its size. */
export function MailPreview({ draft, hasTitle }: { draft: Draft; hasTitle: boolean }) {
  const { preview, isLate, error } = usePreview(draft)
  const [view, setView] = useState<ClientView>('phone')
  const [theme, setTheme] = useState<(typeof themes)[number][0]>('dark')
  return (
    <section aria-labelledby="mail-preview" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="mail-preview" className="title">
          Preview
        </h2>
        {preview ? <Weight bytes={preview.html_bytes} /> : null}
      </div>
      <div className="flex flex-wrap gap-3">
        <Choice label="View" options={clientViews} value={view} onChange={setView} />
        {view === 'phone' || view === 'desktop' ? (
          <Choice label="Theme" options={themes} value={theme} onChange={setTheme} />
        ) : null}
      </div>
      {error ? (
        <p role="alert" className="text-small text-loss">
          {error}
        </p>
      ) : null}
      {preview ? (
        <div
          aria-busy={isLate}
          className={classNames(
            'min-w-0 overflow-x-auto border border-groove bg-plate transition-opacity',
            isLate && 'opacity-70',
          )}
        >
          <p className="border-b border-groove px-4 py-3 text-small [overflow-wrap:anywhere]">
            <span className="text-dust">Subject: </span>
            {hasTitle ? preview.subject : <span className="text-dust">none yet</span>}
          </p>
          {view === 'text' ? (
            <textarea
              readOnly
              aria-label="Plain-text email"
              value={preview.text}
              className="block h-[36rem] w-full resize-none bg-plate p-4 font-mono text-[0.8125rem]/6 -outline-offset-2"
            />
          ) : (
            <iframe
              key={view}
              title="Mail preview"
              sandbox=""
              srcDoc={framed(preview.html, { isLight: theme === 'light', isBare: view === 'bare' })}
              className={classNames(
                'mx-auto block h-[36rem] border-0',
                view === 'phone' ? 'w-full max-w-[24.375rem]' : 'w-full min-w-[40rem]',
              )}
            />
          )}
        </div>
      ) : error ? null : (
        <Skeleton className="h-[39rem] w-full" />
      )}
    </section>
  )
}

function Weight({ bytes }: { bytes: number }) {
  const isHeavy = bytes > maxBytes
  return (
    <p className={classNames('figures text-small', isHeavy ? 'text-loss' : 'text-dust')}>
      Email size: up to {(bytes / 1024).toFixed(1)} KB
      {isHeavy ? '. Gmail clips emails above 102 KB.' : ' (limit: 102 KB)'}
    </p>
  )
}

/** Choice of one option, as buttons in a row. */
function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly (readonly [value: Value, words: string])[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <div role="group" aria-label={label} className="grid grid-cols-2 border border-groove sm:flex sm:flex-wrap">
      {options.map(([one, words]) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          onClick={() => onChange(one)}
          className="label min-h-11 cursor-pointer px-4 text-dust -outline-offset-2 hover:text-sand focus-visible:outline-offset-[-3px] aria-pressed:bg-plate-raised aria-pressed:text-sand"
        >
          {words}
        </button>
      ))}
    </div>
  )
}
