import { type ComponentProps, useState } from 'react'
import { countOf, formatCount } from '#shared/count-of.ts'
import { countCharacters } from '#shared/cut-text.ts'
import { Field, TextArea } from '#ui/field.tsx'
import { useEarlyInput } from '#ui/use-early-input.ts'

type Counted = { limit: number; defaultValue: string; hint?: string }

/** A field with a character counter. */
export function CountedField({ limit, defaultValue, hint, ...field }: ComponentProps<typeof Field> & Counted) {
  const [used, count] = useState(countCharacters(defaultValue))
  const input = useEarlyInput<HTMLInputElement>(({ value }) => count(countCharacters(value)))
  return (
    <Field
      {...field}
      ref={input}
      defaultValue={defaultValue}
      hint={hintText(used, limit, hint)}
      onInput={(event) => count(countCharacters(event.currentTarget.value))}
    />
  )
}

/** A text area with a character counter. */
export function CountedArea({ limit, defaultValue, hint, ...area }: ComponentProps<typeof TextArea> & Counted) {
  const [used, count] = useState(countCharacters(defaultValue))
  const input = useEarlyInput<HTMLTextAreaElement>(({ value }) => count(countCharacters(value)))
  return (
    <TextArea
      {...area}
      ref={input}
      defaultValue={defaultValue}
      hint={hintText(used, limit, hint)}
      onInput={(event) => count(countCharacters(event.currentTarget.value))}
    />
  )
}

const hintText = (used: number, max: number, hint?: string) =>
  `${hint ? `${hint} ` : ''}${formatCount(used)} of ${countOf(max, 'character')}.`
