import { type CSSProperties, useState } from 'react'
import { useEarlyInput } from '#ui/use-early-input.ts'
import { ColorControl } from '#ui/color-control.tsx'
import { FieldFrame, inputClass } from './field-frame.tsx'

type Common = { path: string; label: string; hint?: string | undefined }

/** Checkbox with a large touch target. */
export function SwitchInput({ path, label, hint, value }: Common & { value: boolean }) {
  return (
    <FieldFrame path={path} label={label} hint={hint}>
      {(ties) => (
        <span className="inline-flex min-h-11 items-center">
          <input
            {...ties}
            type="checkbox"
            name={path}
            defaultChecked={value}
            className="size-6 cursor-pointer accent-live"
          />
        </span>
      )}
    </FieldFrame>
  )
}

/** Input for a whole number or a date. */
export function PlainInput({
  path,
  label,
  hint,
  value,
  type,
  min,
  max,
}: Common & { value: string; type: 'number' | 'date'; min?: number; max?: number }) {
  return (
    <FieldFrame path={path} label={label} hint={hint}>
      {(ties) => (
        <input
          {...ties}
          type={type}
          name={path}
          defaultValue={value}
          min={min}
          max={max}
          className={`${inputClass} figures max-w-48`}
        />
      )}
    </FieldFrame>
  )
}

/** Input for a color with the browser's picker. */
export function ColorInput({
  path,
  label,
  hint,
  value,
  placeholder,
}: Common & { value: string; placeholder: string | undefined }) {
  return (
    <FieldFrame path={path} label={label} hint={hint}>
      {(ties) => (
        <ColorControl
          {...ties}
          label={label}
          name={path}
          defaultValue={value}
          placeholder={placeholder}
          className={inputClass}
        />
      )}
    </FieldFrame>
  )
}

/** Slider for a hue in degrees, with its value and color beside it. */
export function HueInput({ path, label, hint, value, min, max }: Common & { value: number; min: number; max: number }) {
  const [hue, setHue] = useState(value)
  const input = useEarlyInput<HTMLInputElement>((element) => setHue(element.valueAsNumber))
  return (
    <FieldFrame path={path} label={label} hint={hint}>
      {(ties) => (
        <span className="flex min-h-11 items-center gap-4">
          <input
            {...ties}
            ref={input}
            type="range"
            name={path}
            defaultValue={value}
            min={min}
            max={max}
            onInput={(event) => setHue(event.currentTarget.valueAsNumber)}
            style={{ background: hues } as CSSProperties}
            className="h-3 min-w-0 flex-1 cursor-pointer appearance-none rounded-plate border border-groove [&::-moz-range-thumb]:size-6 [&::-moz-range-thumb]:rounded-plate [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-plate [&::-moz-range-thumb]:bg-sand [&::-webkit-slider-thumb]:size-6 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-plate [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-plate [&::-webkit-slider-thumb]:bg-sand"
          />
          <span
            aria-hidden="true"
            className="size-6 shrink-0 rounded-plate border border-groove"
            style={{ background: `oklch(0.74 0.14 ${hue})` }}
          />
          <output htmlFor={ties.id} className="figures w-14 shrink-0 text-right">
            {hue}°
          </output>
        </span>
      )}
    </FieldFrame>
  )
}

const hues = `linear-gradient(to right in oklch longer hue, oklch(0.6 0.12 0), oklch(0.6 0.12 359))`

/** Read-only number that is derived from a file and set by the file field beside it. */
export function ReadInput({ path, label, value, unit }: Common & { value: string; unit: string }) {
  return (
    <FieldFrame path={path} label={label}>
      {(ties) => (
        <span className="flex items-baseline gap-2">
          <input
            {...ties}
            name={path}
            defaultValue={value}
            readOnly
            className="figures w-28 bg-transparent py-2 text-sand"
          />
          <span className="text-small text-dust">{unit}</span>
        </span>
      )}
    </FieldFrame>
  )
}
