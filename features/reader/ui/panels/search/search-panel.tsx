import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SearchHit } from '#features/reader/contract.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useReaderStore } from '../../state/reader-context.tsx'
import { goTo } from '../go-to.ts'
import { useSearch, useSearchStore } from './book-search.ts'
import { describeReply } from './search-groups.ts'
import { SearchResults } from './search-results.tsx'
import { isLongEnough } from './search-store.ts'

const maxQueryLength = 100

/** Search panel: open hits link to their page, locked ones show only the page number. */
export function SearchPanel() {
  const t = useTranslations('reader.search')
  const texts = useTranslations()
  const store = useReaderStore()
  const search = useSearchStore()
  const query = useSearch((view) => view.query)
  const phase = useSearch((view) => view.phase)
  const chosen = useSearch((view) => view.chosen)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // Deferred until the panel itself has taken the focus.
    queueMicrotask(() => input.current?.select())
    // A highlight that was left on the page disappears with the panel again.
    search.choose(search.getState().chosen)
  }, [search])

  function go({ index, hit }: { index: number; hit: SearchHit }) {
    goTo(store, hit.page, hit.lines[0])
    search.choose(index, store.getState().panel === undefined)
  }
  const step = (by: 1 | -1) => {
    const next = search.step(by)
    if (next) go(next)
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (phase.kind === 'found') step(1)
    else void search.search()
  }
  function onKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && event.shiftKey && phase.kind === 'found') {
      event.preventDefault()
      step(-1)
    }
    // The first Escape clears the field, the next one closes the panel.
    if (event.key === 'Escape' && query !== '') {
      event.preventDefault()
      event.stopPropagation()
      search.clear()
    }
  }

  const isSteppable = phase.kind === 'found' && phase.reply.hits.some(({ isLocked }) => !isLocked)
  return (
    <div className="flex flex-col gap-4 p-4">
      <form role="search" aria-label={t('form')} onSubmit={onSubmit} className="flex flex-col gap-3">
        <div className="relative">
          <Search size={18} className="absolute top-3.5 left-3.5 text-dust" />
          <input
            ref={input}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={maxQueryLength}
            aria-label={t('field')}
            placeholder={t('placeholder')}
            value={query}
            onChange={(event) => search.setQuery(event.currentTarget.value)}
            onKeyDown={onKey}
            className="min-h-12 w-full rounded-plate border border-groove bg-plate px-11 py-3 text-sand placeholder:text-dust hover:border-dust focus-visible:border-live"
          />
          {query === '' ? null : (
            <button
              type="button"
              aria-label={t('clear')}
              onClick={() => {
                search.clear()
                input.current?.focus()
              }}
              className="absolute top-0.5 right-0.5 flex size-11 cursor-pointer items-center justify-center text-dust hover:text-sand focus-visible:-outline-offset-2"
            >
              <X size={18} />
            </button>
          )}
        </div>
        <div className="flex min-h-11 items-center justify-between gap-3">
          <p role="status" className="text-small text-dust">
            {phase.kind === 'idle' ? t('idle') : null}
            {phase.kind === 'typing' ? (isLongEnough(query.trim()) ? t('typing') : t('short')) : null}
            {phase.kind === 'searching' ? t('searching') : null}
            {phase.kind === 'found' ? describeReply(phase.reply, t) : null}
          </p>
          {isSteppable ? (
            <div className="flex shrink-0">
              <StepButton label={t('previous')} Sign={ChevronUp} onClick={() => step(-1)} />
              <StepButton label={t('next')} Sign={ChevronDown} onClick={() => step(1)} />
            </div>
          ) : null}
        </div>
      </form>
      {phase.kind === 'searching' ? <SearchSkeleton /> : null}
      {phase.kind === 'error' ? (
        <div role="alert" className="flex flex-col items-start gap-3">
          <FieldError>{texts.has(phase.message as never) ? texts(phase.message as never) : phase.message}</FieldError>
          <Button onClick={() => void search.search()}>{t('retry')}</Button>
        </div>
      ) : null}
      {phase.kind === 'found' ? <SearchResults hits={phase.reply.hits} chosen={chosen} onChoose={go} /> : null}
    </div>
  )
}

function StepButton({ label, Sign, onClick }: { label: string; Sign: typeof ChevronUp; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="flex size-11 cursor-pointer items-center justify-center text-dust hover:text-sand focus-visible:-outline-offset-2"
    >
      <Sign size={18} strokeWidth={1.5} aria-hidden="true" />
    </button>
  )
}

function SearchSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3">
      {[0, 1, 2].map((line) => (
        <Skeleton key={line} className="h-11 w-full" />
      ))}
    </div>
  )
}
