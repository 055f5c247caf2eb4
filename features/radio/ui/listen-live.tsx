import { Pause, Play } from 'lucide-react'
import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button, ButtonAnchor } from '#ui/button.tsx'
import { useReducedMotion } from '#ui/reduced-motion.ts'
import { toggleRadio, useRadio } from './radio-store.ts'
import { builtInStreamPath } from './read-on-air.ts'

/**
 * Button that plays and pauses the station, like the radio bar, and names its action; without JavaScript, a link to the
 * stream.
 */
export function ListenLive({ variant }: { variant?: 'primary' }) {
  const t = useTranslations('radio.bar')
  const isOn = useRadio().status !== 'silent'
  return (
    <>
      <ListenButton isOn={isOn} onClick={toggleRadio} {...(variant && { variant })} />
      <span className="hidden noscript:contents">
        <ButtonAnchor href={builtInStreamPath} {...(variant && { variant })}>
          {t('listenLive')}
        </ButtonAnchor>
      </span>
    </>
  )
}

/** The button itself. Its label names the action, so it has no pressed state. */
export function ListenButton({
  isOn,
  ...rest
}: { isOn: boolean } & Pick<ComponentProps<typeof Button>, 'onClick' | 'variant'>) {
  const t = useTranslations('radio.bar')
  const Sign = isOn ? Pause : Play
  return (
    <Button {...rest} className="noscript:hidden">
      <Sign size={16} strokeWidth={1.5} aria-hidden="true" />
      {isOn ? t('pause') : t('listenLive')}
    </Button>
  )
}

// The animation is loaded when audio first plays. If loading fails, the still artwork stays.
const noFigure: { default: ComponentType } = { default: () => null }
const MovingFigure = lazy<ComponentType>(() =>
  import('./hero-figure.tsx').then(
    (loaded): typeof noFigure => ({ default: loaded.MovingFigure }),
    () => noFigure,
  ),
)

/**
 * Artwork of the station in the hero, which moves while the station is heard, unless the visitor prefers reduced
 * motion.
 */
export function HeroFigure() {
  const isHeard = useRadio().status === 'playing'
  const reducedMotion = useReducedMotion()
  return isHeard && !reducedMotion ? (
    <Suspense>
      <MovingFigure />
    </Suspense>
  ) : null
}
