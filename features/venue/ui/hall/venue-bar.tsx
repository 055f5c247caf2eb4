import type { ReactNode, RefObject } from 'react'
import { useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'
import { Tag } from '#ui/tag.tsx'

/** Reasons why a visit has ended. */
export type EndReason = 'replaced' | 'crowded' | 'tooOften' | 'refused'

/** Props of the inside of the venue, which is loaded when the visitor enters. */
export type InsideProps = {
  /** Audio element that was prepared in the visitor's gesture. */
  element: HTMLAudioElement
  /** Element that is shown in full screen. */
  frame: RefObject<HTMLElement | null>
  /** True if the visitor entered with the keyboard. */
  isByKeyboard: boolean
  /** Called when the visitor leaves, or with the reason why the server ended the visit. */
  onEnd: (reason?: EndReason) => void
}

/**
 * Bar at the top of the venue, with its name and buttons.
 * @param voice 'Voice Chat': a label outside, the button that opens it inside; nothing while it is turned off.
 * @param isInside Whether the visitor is inside; on phones, the tags are then left out, so that the hall is on the
 * first screen.
 */
export function VenueBar({
  voice,
  isInside = false,
  children,
}: {
  voice?: ReactNode
  isInside?: boolean
  children: ReactNode
}) {
  const t = useTranslations('venue.room')
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-3 p-4 md:justify-between md:px-6',
        !isInside && 'justify-between',
      )}
    >
      <ul className="flex flex-wrap items-center gap-2" aria-label={t('facts')}>
        {(['live', 'guests'] as const).map((fact) => (
          <li key={fact} className={isInside ? 'max-md:hidden' : undefined}>
            <Tag className="bg-plate text-sand">{t(fact)}</Tag>
          </li>
        ))}
        {voice ? <li>{voice}</li> : null}
      </ul>
      <div className="flex flex-wrap gap-2 max-md:contents">{children}</div>
    </div>
  )
}
