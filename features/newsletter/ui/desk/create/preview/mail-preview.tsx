import { useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Draft } from '../draft.ts'
import { Choice } from './choice.tsx'
import { type ClientView, clientViews, framed } from './client-views.ts'
import { usePreview } from './use-preview.ts'

const looks = [
  ['dark', 'Dark'],
  ['light', 'Light'],
] as const

const mostBytes = 102 * 1024

/** The mail as it will arrive, in the widths and looks of what people read it with, and what it weighs. */
export function MailPreview({ draft, hasTitle }: { draft: Draft; hasTitle: boolean }) {
  const { preview, isLate, error } = usePreview(draft)
  const [view, setView] = useState<ClientView>('phone')
  const [look, setLook] = useState<(typeof looks)[number][0]>('dark')
  return (
    <section aria-labelledby="mail-preview" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="mail-preview" className="title">
          Preview
        </h2>
        {preview ? <Weight bytes={preview.html_bytes} /> : null}
      </div>
      <div className="flex flex-wrap gap-3">
        <Choice label="Read with" options={clientViews} value={view} onChange={setView} />
        {view === 'phone' || view === 'desktop' ? <Choice label="Look" options={looks} value={look} onChange={setLook} /> : null}
      </div>
      {error ? (
        <p role="alert" className="text-small text-loss">
          {error}
        </p>
      ) : null}
      {preview ? (
        <div
          aria-busy={isLate}
          className={classNames('min-w-0 overflow-x-auto border border-groove bg-plate transition-opacity', isLate && 'opacity-70')}
        >
          <p className="border-b border-groove px-4 py-3 text-small [overflow-wrap:anywhere]">
            <span className="text-dust">Subject: </span>
            {hasTitle ? preview.subject : <span className="text-dust">none yet</span>}
          </p>
          {view === 'text' ? (
            <textarea
              readOnly
              aria-label="Plain text of the mail"
              value={preview.text}
              className="block h-[36rem] w-full resize-none bg-plate p-4 font-mono text-[0.8125rem]/6 -outline-offset-2"
            />
          ) : (
            <iframe
              key={view}
              title="Mail preview"
              sandbox=""
              srcDoc={framed(preview.html, { isLight: look === 'light', isBare: view === 'bare' })}
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
  const isHeavy = bytes > mostBytes
  return (
    <p className={classNames('figures text-small', isHeavy ? 'text-loss' : 'text-dust')}>
      {(bytes / 1024).toFixed(1)} of 102 KB{isHeavy ? ': Gmail cuts it off' : ''}
    </p>
  )
}
