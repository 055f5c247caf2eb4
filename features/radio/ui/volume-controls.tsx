import { Volume2, VolumeX } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { useVolumeSupport } from '#ui/audio/volume-support.ts'
import { VolumeSlider } from '#ui/audio/volume-slider.tsx'
import { type RadioView, setRadioVolume, toggleRadioMute } from './radio-store.ts'

const panelId = 'radio-volume'

/**
 * Mute and volume controls, on a phone in a panel above the bar. Devices that control the volume only by their own keys
 * get mute alone.
 */
export function VolumeControls({ radio }: { radio: RadioView }) {
  const t = useTranslations('radio.bar')
  const isAllowed = useVolumeSupport()
  const controls = (
    <VolumeSlider volume={radio.volume} isMuted={radio.isMuted} onVolume={setRadioVolume} onMute={toggleRadioMute} />
  )
  if (!isAllowed) return controls
  return (
    <>
      <div className="hidden md:block noscript:hidden">{controls}</div>
      <button
        type="button"
        popoverTarget={panelId}
        aria-label={t('volume')}
        className="grid size-11 shrink-0 cursor-pointer place-items-center text-dust hover:text-sand md:hidden noscript:hidden"
      >
        {radio.isMuted || radio.volume === 0 ? <VolumeX size={20} /> : <Volume2 size={20} />}
      </button>
      <div
        id={panelId}
        popover="auto"
        className="fixed inset-auto right-4 bottom-[calc(var(--bar-height)+0.5rem)] m-0 rounded-plate border border-groove bg-plate-raised py-1 pr-4 pl-1 text-sand md:hidden [&_input]:w-40"
      >
        {controls}
      </div>
    </>
  )
}
