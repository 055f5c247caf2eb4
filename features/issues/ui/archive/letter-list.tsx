import { Rss } from 'lucide-react'
import { ButtonAnchor } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Pager } from '#ui/pager.tsx'
import { feedPath, type LetterHeadline } from '#features/issues/contract.ts'
import { LetterRow } from './letter-row.tsx'
import { NewestLetter } from './newest-letter.tsx'

/** Letters that were sent: the newest large in front, the others as a track list. */
export function LetterList(props: { letters: readonly LetterHeadline[]; total: number; page: number; pageCount: number }) {
  const { letters, total, page, pageCount } = props
  const [newest, ...rest] = page === 1 ? letters : [undefined, ...letters]
  return (
    <section id="letters" aria-label="Letters" className="border-t border-groove">
      {newest ? <NewestLetter letter={newest} /> : null}
      <div className="wrap flex flex-col gap-10 py-16 md:py-24">
        <header className="grid items-end gap-x-8 gap-y-5 lg:grid-cols-12">
          <p className="label text-dust lg:col-span-2">{total === 1 ? '1 letter' : `${total} letters`}</p>
          <h2 className="heading lg:col-span-7">{newest && rest.length > 0 ? 'Earlier letters' : 'The letters'}</h2>
          <div className="flex lg:col-span-3 lg:justify-end">
            <ButtonAnchor href={feedPath} type="application/rss+xml">
              <Rss size={16} strokeWidth={1.5} aria-hidden="true" />
              RSS feed
            </ButtonAnchor>
          </div>
        </header>
        <div className="flex flex-col gap-10 lg:ml-[calc((100%+2rem)/12*2)]">
          {rest.length > 0 ? (
            <ol reversed start={rest[0]?.number} className="flex flex-col border-b border-groove">
              {rest.map((letter) => (
                <li key={letter?.slug} value={letter?.number} className="list-none">
                  {letter ? <LetterRow letter={letter} /> : null}
                </li>
              ))}
            </ol>
          ) : (
            <EmptyState title={newest ? 'This is the first one' : 'Nothing sent yet'}>
              {newest
                ? 'Every letter stays here to be read, with a figure of its own. The next one joins it on Friday.'
                : 'The first letter stands here as soon as it has gone out. Leave your address, and it comes to you by mail.'}
            </EmptyState>
          )}
          <Pager label="Pages of letters" page={page} pageCount={pageCount} />
        </div>
      </div>
    </section>
  )
}
