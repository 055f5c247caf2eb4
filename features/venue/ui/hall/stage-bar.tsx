import { Volume2, VolumeX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import type { Stage } from '#features/venue/hall/hall-rules.ts'
import { timeUntil } from './event-times.ts'
import type { HallClient } from './hall-client.ts'
import type { StageSound } from './stage-sound.ts'

/** An external station may not tell the artist of a song. */
const songText = ({ title, artist }: Stage, t: ReturnType<typeof useTranslations<'venue.hall'>>) =>
  artist ? t('song', { title, artist }) : t('songAlone', { title })

/** Bar below the hall: the song on stage, its event, and the sound switch. */
export function StageBar({ client, sound }: { client: HallClient; sound: StageSound }) {
  const t = useTranslations('venue.hall')
  const status = useStore(sound.status)
  const { stage: latest } = useStore(client.view)
  const [stage, setStage] = useState<Stage>()
  const [nowMs, setNowMs] = useState(client.nowMs)
  useEffect(() => {
    const update = () => {
      setStage(sound.heardStage() ?? latest)
      setNowMs(client.nowMs())
    }
    update()
    const timer = setInterval(update, 1_000)
    return () => clearInterval(timer)
  }, [client, sound, latest])
  const event = stage?.event
  const isOn = status === 'on'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-groove bg-plate-raised px-4 py-3 md:px-6">
      <div className="min-w-0">
        {event ? (
          <p className="label text-live">
            {event.state === 'live'
              ? t('liveNow', { title: event.title })
              : t('doors', { title: event.title, time: timeUntil(new Date(event.startsAtMs).toISOString(), nowMs) })}
          </p>
        ) : (
          <p className="label text-dust">{t('onStage')}</p>
        )}
        <p aria-live="polite" className="break-words text-sand">
          {stage?.source === 'silent' ? t('nothingPlays') : null}
          {stage && stage.source !== 'silent' ? songText(stage, t) : null}
        </p>
        {status === 'blocked' ? <p className="text-small text-dust">{t('soundBlocked')}</p> : null}
      </div>
      <Button variant="quiet" onClick={sound.toggle}>
        {isOn ? (
          <Volume2 size={16} strokeWidth={1.5} aria-hidden="true" />
        ) : (
          <VolumeX size={16} strokeWidth={1.5} aria-hidden="true" />
        )}
        {isOn ? t('soundOff') : t('soundOn')}
      </Button>
    </div>
  )
}
