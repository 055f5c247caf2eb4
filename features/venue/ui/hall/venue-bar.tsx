import type { ReactNode, RefObject } from 'react'
import { useTranslations } from 'use-intl/react'
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

/** Facts about the venue in its bars. */
export const facts = ['live', 'guests'] as const

/**
 * Bar at the top of the venue before a visitor enters, with facts and a button.
 *
 * @param isVoiceOn Shows that guests can talk.
 */
export function VenueBar({ isVoiceOn, children }: { isVoiceOn: boolean; children: ReactNode }) {
  const t = useTranslations('venue.room')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 p-4 md:px-6">
      <ul className="flex flex-wrap items-center gap-2" aria-label={t('facts')}>
        {[...facts, ...(isVoiceOn ? (['voice'] as const) : [])].map((fact) => (
          <li key={fact}>
            <Tag className="bg-plate text-sand">{t(fact)}</Tag>
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
