import { Pause, Play, RotateCcw, RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { PlayerButton } from './player-button.tsx'
import type { Player, PlayerView } from './player.ts'
import { VolumeSlider } from './volume-slider.tsx'

const skipSeconds = 10

/**
 * Controls of a player: back, play or pause, forward, mute and volume.
 *
 * @param title Title of the recording, for the accessible names of the buttons.
 */
export function PlayerTransport({ player, view, title }: { player: Player; view: PlayerView; title: string }) {
  const t = useTranslations('site.player')
  const isOn = view.state === 'playing' || view.state === 'loading'
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div className="flex items-center gap-1">
        <PlayerButton label={t('back', { seconds: skipSeconds })} onPress={() => player.seekBy(-skipSeconds)}>
          <RotateCcw size={20} />
          {skipSeconds}
        </PlayerButton>
        <PlayerButton label={isOn ? t('pause', { title }) : t('play', { title })} onPress={player.toggle} isMain>
          {isOn ? <Pause size={24} /> : <Play size={24} className="translate-x-px" />}
        </PlayerButton>
        <PlayerButton label={t('forward', { seconds: skipSeconds })} onPress={() => player.seekBy(skipSeconds)}>
          {skipSeconds}
          <RotateCw size={20} />
        </PlayerButton>
      </div>
      <VolumeSlider
        volume={view.volume}
        isMuted={view.isMuted}
        onVolume={player.setVolume}
        onMute={player.toggleMute}
      />
    </div>
  )
}
