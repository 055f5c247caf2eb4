import { ChevronDown, ChevronRight, Lock } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { EmptyState } from '#ui/notice.tsx'
import { useReader, useReaderStore } from '../state/reader-context.tsx'
import { goTo } from './go-to.ts'
import { useOpenBook } from './use-open-book.ts'
import { branchAt, type ContentsBranch, contentsOf, toTree } from './outline-tree.ts'

/** A longer outline expands only the current branch. */
const maxAutoExpanded = 60

/** Table of contents: entries link to pages; those outside a preview are locked. */
export function ContentsPanel() {
  const t = useTranslations('reader.tools')
  const book = useOpenBook()
  const manifest = useReader((state) => state.manifest)
  const page = useReader((state) => state.page)
  const isWhole = manifest !== undefined && manifest.readablePages >= manifest.totalPages
  const entries = useMemo(
    () => contentsOf(manifest?.outline ?? [], book?.contents ?? [], isWhole),
    [manifest, book, isWhole],
  )
  const tree = useMemo(() => toTree(entries), [entries])
  const here = useMemo(() => branchAt(tree, page), [tree, page])
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The braces prevent returning the promise that some browsers return here, which is not a clean-up function.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [])

  if (entries.length === 0)
    return (
      <div className="p-4">
        <EmptyState title={t('noContents')}>{t('noContentsHint')}</EmptyState>
      </div>
    )
  const isOpen = (key: string) => toggled.has(key) !== (entries.length <= maxAutoExpanded || here.includes(key))
  const toggle = (key: string) => setToggled((before) => before.symmetricDifference(new Set([key])))
  return (
    <div ref={list}>
      <Branches branches={tree} here={here} isOpen={isOpen} onToggle={toggle} />
    </div>
  )
}

type Shared = { here: readonly string[]; isOpen: (key: string) => boolean; onToggle: (key: string) => void }

function Branches({ branches, ...shared }: Shared & { branches: readonly ContentsBranch[] }) {
  // Aligns titles of one level, whether or not they have children.
  const isIndented = branches.some(({ children }) => children.length > 0)
  return (
    <ol className="flex flex-col">
      {branches.map((branch) => (
        <li key={branch.key}>
          <div className="flex items-stretch border-b border-groove">
            {branch.children.length > 0 ? (
              <Toggle branch={branch} {...shared} />
            ) : isIndented ? (
              <span className="w-9 shrink-0" />
            ) : null}
            <Entry branch={branch} isHere={shared.here.at(-1) === branch.key} />
          </div>
          {branch.children.length > 0 && shared.isOpen(branch.key) ? (
            <div className="ml-4 border-l border-groove">
              <Branches branches={branch.children} {...shared} />
            </div>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

function Toggle({ branch, isOpen, onToggle }: Shared & { branch: ContentsBranch }) {
  const t = useTranslations('reader.tools')
  const open = isOpen(branch.key)
  const Sign = open ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={t('sections', { title: branch.title })}
      onClick={() => onToggle(branch.key)}
      className="flex w-11 shrink-0 -mr-2 cursor-pointer items-center justify-center text-dust hover:text-sand focus-visible:-outline-offset-2"
    >
      <Sign size={16} strokeWidth={1.5} aria-hidden="true" />
    </button>
  )
}

function Entry({ branch: { title, page, isLocked }, isHere }: { branch: ContentsBranch; isHere: boolean }) {
  const t = useTranslations('reader.tools')
  const store = useReaderStore()
  const className =
    'flex min-h-11 min-w-0 flex-1 items-baseline justify-between gap-4 px-3 py-2.5 text-left text-small focus-visible:-outline-offset-2'
  if (isLocked)
    return (
      <Link to={`/book/${store.bookId}`} className={`${className} text-dust hover:text-sand`}>
        <span lang="en" className="min-w-0">
          {title}
        </span>
        <span className="label flex shrink-0 items-center gap-1.5">
          <Lock size={14} />
          {t('locked')}
        </span>
      </Link>
    )
  if (page === undefined)
    return (
      <p lang="en" className={className}>
        {title}
      </p>
    )
  return (
    <button
      type="button"
      aria-current={isHere ? 'location' : undefined}
      onClick={() => goTo(store, page)}
      className={`${className} cursor-pointer text-dust hover:text-sand aria-[current]:text-live`}
    >
      <span lang="en" className="min-w-0">
        {title}
      </span>
      <span className="label shrink-0">
        {t.rich('pageNumber', { page: String(page), hidden: (text) => <span className="sr-only">{text}</span> })}
      </span>
    </button>
  )
}
