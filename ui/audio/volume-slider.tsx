import { Volume2, VolumeX } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { PlayerButton } from './player-button.tsx'
import { useVolumeSupport } from './volume-support.ts'

/**
 * Mute button and a volume slider, 0 to 100. On devices whose volume pages cannot set, only the mute button is shown.
 *
 * @param volume 0–1.
 */
export function VolumeSlider(props: {
  volume: number
  isMuted: boolean
  onVolume(volume: number): void
  onMute(): void
}) {
  const t = useTranslations('site.controls')
  const { volume, isMuted } = props
  const isAllowed = useVolumeSupport()
  const percent = isMuted ? 0 : Math.round(volume * 100)
  const isSilent = percent === 0
  return (
    <div className="flex items-center gap-1">
      <PlayerButton label={t('mute')} isPressed={isMuted} onPress={props.onMute}>
        {isSilent ? <VolumeX size={20} /> : <Volume2 size={20} />}
      </PlayerButton>
      {isAllowed ? (
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={percent}
          aria-label={t('volume')}
          aria-valuetext={isMuted ? t('muted') : t('percent', { percent })}
          onChange={(event) => props.onVolume(Number(event.target.value) / 100)}
          className="h-11 w-16 sm:w-24 cursor-pointer accent-sand"
        />
      ) : null}
    </div>
  )
}
