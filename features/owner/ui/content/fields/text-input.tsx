import { type ReactNode, useState } from 'react'
import { countOf, formatCount } from '#shared/count-of.ts'
import { countCharacters } from '#shared/cut-text.ts'
import { classNames } from '#ui/class-names.ts'
import { useEarlyInput } from '#ui/use-early-input.ts'
import { FieldFrame, inputClass } from './field-frame.tsx'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/**
 * Text field with one line, or with paragraphs and a height that grows with them. Text is never truncated: if it is too
 * long, it is marked and rejected on publishing.
 */
export function TextInput({
  path,
  label,
  hint,
  value,
  maxLength,
  isLong = false,
  inputMode,
  aside,
}: {
  path: string
  label: string
  hint?: string | undefined
  value: string
  maxLength?: number | undefined
  isLong?: boolean
  inputMode?: 'url' | 'numeric'
  /** Shown opposite the label, such as the buttons of an item. */
  aside?: ReactNode
}) {
  const [length, setLength] = useState(countCharacters(value))
  const input = useEarlyInput<TextElement>((element) => setLength(countCharacters(element.value)))
  const grown = isLong ? Math.min(24, Math.max(3, Math.ceil(value.length / 60) + value.split('\n').length - 1)) : 1
  return (
    <FieldFrame
      path={path}
      label={label}
      hint={hint}
      aside={
        <>
          {maxLength ? <Counter length={length} maxLength={maxLength} /> : null}
          {aside}
        </>
      }
    >
      {(ties) =>
        isLong ? (
          <textarea
            {...ties}
            ref={(element) => void (input.current = element)}
            name={path}
            defaultValue={value}
            rows={grown}
            dir="auto"
            onInput={(event) => setLength(countCharacters(event.currentTarget.value))}
            className={classNames(inputClass, 'field-sizing-content max-h-[70vh] min-h-24 leading-relaxed')}
          />
        ) : (
          <input
            {...ties}
            ref={(element) => void (input.current = element)}
            name={path}
            defaultValue={value}
            inputMode={inputMode}
            dir={inputMode ? undefined : 'auto'}
            autoComplete="off"
            onInput={(event) => setLength(countCharacters(event.currentTarget.value))}
            className={inputClass}
          />
        )
      }
    </FieldFrame>
  )
}

function Counter({ length, maxLength }: { length: number; maxLength: number }) {
  return (
    <span className={classNames('label figures', length > maxLength ? 'text-loss' : 'text-dust')}>
      {length > maxLength ? `${formatCount(length - maxLength)} over the limit, ` : ''}
      {formatCount(length)}
      <span aria-hidden="true"> / {formatCount(maxLength)}</span>
      <span className="sr-only"> of {countOf(maxLength, 'character')}</span>
    </span>
  )
}
