import { Lock } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SearchHit } from '#features/reader/contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useReader, useReaderStore } from '../../state/reader-context.tsx'
import { groupByPage } from './search-groups.ts'

type ResultsProps = {
  hits: readonly SearchHit[]
  chosen: number | undefined
  onChoose: (found: { index: number; hit: SearchHit }) => void
}

/** Search results, grouped by page. Arrow keys move between them. */
export function SearchResults({ hits, chosen, onChoose }: ResultsProps) {
  const t = useTranslations('reader.search')
  const texts = useTranslations('reader.page')
  const { bookId } = useReaderStore()
  const hold = useReader((state) => state.manifest?.paymentHold)
  const pages = groupByPage(hits)
  const firstLocked = pages.find(({ isLocked }) => isLocked)
  return (
    <ol aria-label={t('list')} onKeyDown={moveFocus} className="flex flex-col gap-5">
      {pages.map((group) => (
        <li key={`${group.page}${group.isLocked}`} className="flex flex-col gap-1">
          {group === firstLocked ? (
            <div className="mb-3 flex flex-col items-start gap-3 border border-groove p-4">
              <p className="text-small text-dust">{t('lockedHint')}</p>
              {hold ? <p className="text-small text-dust">{texts(`onHold.${hold}`)}</p> : null}
              <ButtonLink to={`/book/${bookId}#payment`} variant={hold ? 'quiet' : 'primary'}>
                {hold ? texts('toBook') : t('purchase')}
              </ButtonLink>
            </div>
          ) : null}
          <h3 className="label flex items-center gap-2 text-dust">
            {group.isLocked ? <Lock size={14} /> : null}
            <span>
              {t.rich(group.isLocked ? 'lockedPage' : 'page', {
                page: String(group.page),
                hidden: (text) => <span className="sr-only">{text}</span>,
              })}
            </span>
          </h3>
          <ul className="flex flex-col">
            {group.hits.map((hit) => {
              const index = hits.indexOf(hit)
              return (
                <li key={index}>
                  {hit.isLocked ? (
                    <LockedHit hit={hit} />
                  ) : (
                    <button
                      type="button"
                      data-hit={index}
                      aria-current={index === chosen ? 'true' : undefined}
                      onClick={() => onChoose({ index, hit })}
                      className="min-h-11 w-full cursor-pointer border-l-2 border-groove py-2 pl-3 text-left text-small text-dust hover:border-sand hover:text-sand focus-visible:-outline-offset-2 aria-[current]:border-live aria-[current]:text-sand"
                    >
                      <Snippet hit={hit} />
                    </button>
                  )}
                </li>
              )
            })}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function LockedHit({ hit }: { hit: SearchHit }) {
  return (
    <p className="min-h-11 overflow-hidden border-l-2 border-groove py-2 pl-3 text-small text-dust/70">
      <span aria-hidden="true">{hit.before}</span>
      <Found>{hit.match}</Found>
      <span aria-hidden="true">{hit.after}</span>
    </p>
  )
}

function Snippet({ hit }: { hit: SearchHit }) {
  return (
    <span lang="en" className="line-clamp-2">
      {hit.before}
      <Found>{hit.match}</Found>
      {hit.after}
    </span>
  )
}

function Found({ children }: { children: string }) {
  return (
    <mark className="bg-transparent font-semibold text-sand underline decoration-live decoration-2 underline-offset-4">
      {children}
    </mark>
  )
}

function moveFocus(event: KeyboardEvent<HTMLOListElement>) {
  const hits = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-hit]')]
  const at = hits.indexOf(document.activeElement as HTMLElement)
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 }
  const next = hits[steps[event.key] ?? -1]
  if (at < 0 || !next) return
  event.preventDefault()
  event.stopPropagation()
  next.focus()
}
