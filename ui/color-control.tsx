import { type InputHTMLAttributes, useRef } from 'react'
import { classNames } from './class-names.ts'
import { control, type FieldText, Labelled } from './field.tsx'

const color = /^#[0-9a-f]{6}$/i

/**
 * Text input for a color with the browser's picker beside it. The text is the value, so that it can be empty, pasted
 * and read; the picker follows it, and begins with the placeholder.
 *
 * @param label Label of the text input; the picker is named after it.
 */
export function ColorControl({
  label,
  defaultValue,
  className,
  placeholder = '#1d2a6b',
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value' | 'defaultValue'> & {
  label: string
  defaultValue: string
}) {
  const text = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <span className="flex items-stretch gap-3">
      <input
        ref={picker}
        type="color"
        aria-label={`${label}: color picker`}
        defaultValue={[defaultValue, placeholder].find((value) => color.test(value)) ?? '#808080'}
        onInput={(event) => {
          if (!text.current) return
          text.current.value = event.currentTarget.value
        }}
        className="h-auto min-h-11 w-14 shrink-0 cursor-pointer self-stretch rounded-plate border border-groove bg-plate p-1 hover:border-dust noscript:hidden"
      />
      <input
        {...input}
        ref={text}
        defaultValue={defaultValue}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        onInput={(event) => {
          const { value } = event.currentTarget
          if (picker.current && color.test(value)) picker.current.value = value
        }}
        className={classNames(className, 'figures')}
      />
    </span>
  )
}

/**
 * Field for a color such as `#1d2a6b`, otherwise like `Field`.
 *
 * @param error Error message in one sentence.
 */
export function ColorField({
  label,
  hint,
  error,
  className,
  ...input
}: FieldText & { name: string; defaultValue: string; placeholder?: string; maxLength?: number; className?: string }) {
  return (
    <Labelled text={{ label, hint, error }} isRequired={false} className={className}>
      {(tied) => <ColorControl {...input} {...tied} label={label} className={classNames(control, 'min-h-12')} />}
    </Labelled>
  )
}
