import { Pause, Play } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button, ButtonAnchor } from '#ui/button.tsx'
import { useReducedMotion } from '#ui/reduced-motion.ts'
import { toggleRadio, useRadio } from './radio-store.ts'
import { builtInStreamPath } from './read-on-air.ts'

/** Button that plays and pauses the station, as the radio bar does; without script, a link to the stream. */
export function ListenLive() {
  const t = useTranslations('radio.bar')
  const isOn = useRadio().status !== 'silent'
  const Sign = isOn ? Pause : Play
  return (
    <>
      <Button aria-pressed={isOn} onClick={toggleRadio} className="noscript:hidden">
        <Sign size={16} strokeWidth={1.5} aria-hidden="true" />
        {t('listenLive')}
      </Button>
      <span className="hidden noscript:contents">
        <ButtonAnchor href={builtInStreamPath}>{t('listenLive')}</ButtonAnchor>
      </span>
    </>
  )
}

// What moves is loaded with the first sound. Where that fails, the still figure stays.
const noFigure: { default: ComponentType } = { default: () => null }
const MovingFigure = lazy<ComponentType>(() =>
  import('./hero-figure.tsx').then(
    (loaded): typeof noFigure => ({ default: loaded.MovingFigure }),
    () => noFigure,
  ),
)

/** Figure of the station in the hero, which moves while the station is heard; not for who asked for less motion. */
export function HeroFigure() {
  const isHeard = useRadio().status === 'playing'
  const reducedMotion = useReducedMotion()
  return isHeard && !reducedMotion ? (
    <Suspense>
      <MovingFigure />
    </Suspense>
  ) : null
}
