import { ArrowLeft, ArrowRight, Pause, Play } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'

/** Previous, pause and next buttons; `paused` is undefined if the carousel does not rotate. */
export function CarouselButtons(props: {
  label: string
  paused: boolean | undefined
  onPrevious: () => void
  onNext: () => void
  onPause: () => void
}) {
  const t = useTranslations('site.carousel')
  const square = 'size-12 !px-0'
  const { label } = props
  return (
    <div className="ml-auto flex gap-2">
      {props.paused === undefined ? null : (
        <Button
          className={square}
          aria-label={props.paused ? t('start', { label }) : t('pause', { label })}
          onClick={props.onPause}
        >
          {props.paused ? <Play size={18} /> : <Pause size={18} />}
        </Button>
      )}
      <Button className={square} aria-label={t('previous', { label })} onClick={props.onPrevious}>
        <ArrowLeft size={18} />
      </Button>
      <Button className={square} aria-label={t('next', { label })} onClick={props.onNext}>
        <ArrowRight size={18} />
      </Button>
    </div>
  )
}

/**
 * One dot per item, as buttons if they fit in one row: a single tab stop, with arrow keys, Home and End between them.
 * On smaller screens the dots only show the position, which assistive technology reads from the counter.
 */
export function CarouselDots(props: {
  label: string
  names: string[]
  selected: number
  onShow: (index: number) => void
}) {
  const t = useTranslations('site.carousel')
  const last = props.names.length - 1
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = targetOf(event.key, props.selected, last)
    if (index === undefined) return
    event.preventDefault()
    event.currentTarget.querySelectorAll('button')[index]?.focus()
    props.onShow(index)
  }
  return (
    <>
      <div
        role="group"
        aria-label={t('choose', { label: props.label })}
        onKeyDown={move}
        className="hidden flex-1 grid-cols-[repeat(auto-fit,minmax(2.75rem,1fr))] xl:grid"
      >
        {props.names.map((name, index) => (
          <button
            key={name}
            type="button"
            tabIndex={index === props.selected ? 0 : -1}
            aria-label={t('show', { name })}
            aria-current={index === props.selected ? 'true' : undefined}
            onClick={() => props.onShow(index)}
            className="group flex h-11 min-w-11 cursor-pointer items-center justify-center"
          >
            <Dot isSelected={index === props.selected} />
          </button>
        ))}
      </div>
      <div
        aria-hidden="true"
        className="flex flex-wrap justify-center gap-2 max-md:order-last max-md:basis-full md:flex-1 xl:hidden"
      >
        {props.names.map((name, index) => (
          <Dot key={name} isSelected={index === props.selected} />
        ))}
      </div>
    </>
  )
}

function Dot({ isSelected }: { isSelected: boolean }) {
  return (
    <span
      className={classNames(
        'size-2 rounded-full transition-colors forced-colors:border',
        isSelected ? 'bg-live' : 'bg-groove group-hover:bg-dust',
      )}
    />
  )
}

function targetOf(key: string, selected: number, last: number): number | undefined {
  if (key === 'ArrowRight') return selected === last ? 0 : selected + 1
  if (key === 'ArrowLeft') return selected === 0 ? last : selected - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  return undefined
}
