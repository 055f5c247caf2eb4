import { type ComponentProps, useState } from 'react'
import { lengthOf } from '#shared/cut-text.ts'
import { Field, TextArea } from '#ui/field.tsx'

type Counted = { most: number; defaultValue: string; hint?: string }

/** A field that tells how much of its room is used. */
export function CountedField({ most, defaultValue, hint, ...field }: ComponentProps<typeof Field> & Counted) {
  const [used, count] = useState(lengthOf(defaultValue))
  return (
    <Field
      {...field}
      defaultValue={defaultValue}
      hint={words(used, most, hint)}
      onInput={(event) => count(lengthOf(event.currentTarget.value))}
    />
  )
}

/** The same over several lines. */
export function CountedArea({ most, defaultValue, hint, ...area }: ComponentProps<typeof TextArea> & Counted) {
  const [used, count] = useState(lengthOf(defaultValue))
  return (
    <TextArea
      {...area}
      defaultValue={defaultValue}
      hint={words(used, most, hint)}
      onInput={(event) => count(lengthOf(event.currentTarget.value))}
    />
  )
}

const words = (used: number, most: number, hint?: string) => `${hint ? `${hint} ` : ''}${used} of ${most} characters.`
