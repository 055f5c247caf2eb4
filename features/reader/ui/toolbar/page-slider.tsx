import { useEffect, useRef, useState } from 'react'
import { useReader, useReaderStore } from '../reader-context.tsx'

/** While it is drawn, pages follow at this pace, not at every pixel. */
const paceMs = 80

/** The whole book as one line to draw along. */
export function PageSlider() {
  const store = useReaderStore()
  const page = useReader((state) => state.page)
  const total = useReader((state) => state.manifest?.totalPages ?? 1)
  const [drawn, setDrawn] = useState<number>()
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const value = drawn ?? page

  const draw = (to: number) => {
    setDrawn(to)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      store.scrollTo(to)
      setDrawn(undefined)
    }, paceMs)
  }
  if (total < 2) return null
  return (
    <input
      type="range"
      min={1}
      max={total}
      step={1}
      value={value}
      aria-label="Page"
      aria-valuetext={`Page ${value} of ${total}`}
      onChange={(event) => draw(event.currentTarget.valueAsNumber)}
      className="reader-slider block h-11 w-full cursor-pointer"
    />
  )
}
