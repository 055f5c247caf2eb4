import { classNames } from '#ui/class-names.ts'
import { useReader } from '../reader-context.tsx'
import type { PageBox } from './notes/line-boxes.ts'

const looks = {
  highlight: 'bg-live opacity-40',
  // As in the list beside the pages.
  found: 'border-b-2 border-live',
  chosen: 'bg-live opacity-60',
}

/** Boxes drawn over a page's image, under its words. They say nothing to screen readers: what they mark is listed beside the pages. */
export function PageBoxes({ boxes, kind }: { boxes: readonly PageBox[]; kind: keyof typeof looks }) {
  // Print stays readable under colour: dark print is darkened no further by multiplying, light print lightened no further by screening.
  const isNight = useReader((state) => state.theme === 'night')
  return boxes.map((box, index) => (
    <div
      key={index}
      aria-hidden="true"
      data-mark={kind}
      className={classNames('pointer-events-none absolute', looks[kind], isNight ? 'mix-blend-screen' : 'mix-blend-multiply')}
      style={{ left: `${box.x * 100}%`, top: `${box.y * 100}%`, width: `${box.width * 100}%`, height: `${box.height * 100}%` }}
    />
  ))
}
