import { Lock } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { pageImagePath, pageWidths } from '#features/reader/paths.ts'
import { classNames } from '#ui/class-names.ts'
import { useReaderStore } from '../../state/reader-context.tsx'

type ThumbnailProps = {
  page: number
  total: number
  edition: string
  height: number
  isLocked: boolean
  isCurrent: boolean
  /** True if this thumbnail is in the tab order. */
  isReached: boolean
  /** Position in the list in CSS pixels, if it is not part of the rendered rows. */
  position: { top: number; left: number; width: number } | undefined
  onChoose: () => void
}

/** A page thumbnail; locked pages are blank. */
export function Thumbnail({
  page,
  total,
  edition,
  height,
  isLocked,
  isCurrent,
  isReached,
  position,
  onChoose,
}: ThumbnailProps) {
  const t = useTranslations('reader.tools')
  const { bookId } = useReaderStore()
  return (
    <button
      type="button"
      data-thumbnail={page}
      tabIndex={isReached ? 0 : -1}
      role="option"
      aria-selected={isCurrent}
      aria-setsize={total}
      aria-posinset={page}
      aria-label={isLocked ? t('lockedPage', { page: String(page) }) : t('page', { page: String(page) })}
      onClick={onChoose}
      className={classNames(
        'group flex cursor-pointer flex-col focus-visible:outline-offset-2',
        position && 'absolute',
      )}
      style={position}
    >
      <span
        className={classNames(
          'flex w-full items-center justify-center overflow-hidden border border-groove bg-plate group-hover:border-sand',
          isCurrent && '!border-live',
        )}
        style={{ height }}
      >
        {isLocked ? (
          <Lock size={18} className="text-dust" />
        ) : (
          <img
            src={pageImagePath(bookId, edition, page, pageWidths[0])}
            alt=""
            width={pageWidths[0]}
            height={height}
            decoding="async"
            fetchPriority="low"
            className="h-full w-full object-contain"
          />
        )}
      </span>
      <span
        aria-hidden="true"
        className={classNames('label flex h-7 items-center justify-center', isCurrent ? 'text-live' : 'text-dust')}
      >
        {page}
      </span>
    </button>
  )
}
