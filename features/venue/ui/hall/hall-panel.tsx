import { useStore } from 'zustand'
import { useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import { gestures } from '#features/venue/hall/hall-rules.ts'
import type { HallClient } from './hall-client.ts'
import type { VoicePart } from './voice-button.tsx'

/** Places that buttons walk to, in centimeters; `left` and `right` keep the distance from the stage. */
const goals = {
  front: { x: 0, z: -150 },
  middle: { x: 0, z: 800 },
  back: { x: 0, z: 1900 },
  left: { x: -900, z: undefined },
  right: { x: 900, z: undefined },
} as const

/**
 * Gestures and places as buttons, and the people in the hall as a list.
 *
 * @param isOpen Whether the list is expanded.
 * @param voice Loaded voice chat, which adds mute and report buttons to the people in it.
 */
export function HallPanel({
  client,
  isOpen,
  voice,
}: {
  client: HallClient
  isOpen: boolean
  voice: VoicePart | undefined
}) {
  const t = useTranslations('venue.hall')
  const { id, people, voices } = useStore(client.view)
  const walkTo = (goal: keyof typeof goals) => {
    const { x, z } = goals[goal]
    client.walkTo({ x, z: z ?? client.own()?.z ?? 800 })
  }
  return (
    <div className="flex flex-col gap-4 border-t border-groove bg-plate-raised p-4 md:px-6">
      <div role="group" aria-label={t('gesture')} className="flex flex-wrap gap-2">
        {gestures.map((gesture) => (
          <Button key={gesture} variant="quiet" className="!px-3" onClick={() => client.gesture(gesture)}>
            {t(`gestures.${gesture}`)}
          </Button>
        ))}
      </div>
      <div role="group" aria-label={t('goTo')} className="flex flex-wrap items-center gap-2">
        <span className="label text-dust">{t('goTo')}</span>
        {(Object.keys(goals) as (keyof typeof goals)[]).map((goal) => (
          <Button key={goal} variant="bare" className="!px-2" onClick={() => walkTo(goal)}>
            {t(`goals.${goal}`)}
          </Button>
        ))}
      </div>
      <details open={isOpen} className="border-t border-groove pt-2">
        <summary className="label min-h-11 cursor-pointer py-3 text-sand hover:text-live">
          {t('people', { count: people.length })}
        </summary>
        <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
          {people.map((person) => (
            <li key={person.id} className="text-small text-dust">
              <span className="text-sand">{person.id === id ? t('you', { name: person.name }) : person.name}</span>
              {`, ${t(`areas.${person.area}`)}`}
              {voices.speaking.includes(person.id) ? (
                <span className="text-live">{`, ${t('talking')}`}</span>
              ) : voices.listening.includes(person.id) ? (
                `, ${t('listening')}`
              ) : null}
              {voice && person.id !== id ? (
                <voice.PersonVoice voice={voice.client} hall={client} person={person} />
              ) : null}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
