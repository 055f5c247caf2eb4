import { expect, test } from 'vitest'
import { z } from 'zod'
import { optionalHttpsUrlSchema, textSchema } from '#shared/contract.ts'
import { entryFields } from './entry-fields.ts'

const labelled = (schema: z.ZodType) => entryFields(z.object({ it: schema }))[0]

test('limits and choices come from the schema, labels and hints from its metadata', () => {
  expect(labelled(textSchema.max(80).meta({ label: 'Title', hint: 'Short.' }))).toEqual({
    kind: 'line',
    name: 'it',
    label: 'Title',
    hint: 'Short.',
    longest: 80,
  })
  expect(labelled(textSchema.meta({ label: 'Story', form: 'paragraphs' }))).toEqual({
    kind: 'paragraphs',
    name: 'it',
    label: 'Story',
  })
  expect(labelled(z.number().int().min(5).max(1440).meta({ label: 'Minutes' }))).toEqual({
    kind: 'number',
    name: 'it',
    label: 'Minutes',
    min: 5,
    max: 1440,
  })
  const direction = z.object({ ink: z.string().meta({ label: 'Ink', form: 'color' }) })
  expect(labelled(direction.meta({ label: 'Art direction', form: 'art-direction' }))).toEqual({
    kind: 'group',
    name: 'it',
    label: 'Art direction',
    isArtDirection: true,
    fields: [{ kind: 'color', name: 'ink', label: 'Ink' }],
  })
  expect(labelled(z.enum(['a', 'b']).meta({ label: 'Category' }))).toEqual({
    kind: 'choice',
    name: 'it',
    label: 'Category',
    options: ['a', 'b'],
  })
  expect(labelled(z.enum(['a', 'b']).meta({ label: 'Frame', optionLabels: { a: 'none', b: 'circle' } }))).toEqual({
    kind: 'choice',
    name: 'it',
    label: 'Frame',
    options: ['a', 'b'],
    optionLabels: { a: 'none', b: 'circle' },
  })
})

test.each([
  ['line', textSchema.refine((text) => text !== 'x')],
  ['link', optionalHttpsUrlSchema.default('')],
  ['switch', z.boolean().default(false)],
  ['date', z.iso.date()],
  ['hue', z.number().int().min(0).max(359).meta({ form: 'hue' })],
  ['icon', z.enum(['star']).meta({ form: 'icon' })],
  ['read', z.number().meta({ form: { kind: 'read', unit: 'seconds' } })],
  ['lines', z.array(textSchema).max(3).default([]).meta({ itemLabel: 'Line' })],
  ['group', z.object({}).strict().prefault({})],
])('a field of the kind %s is derived from its schema', (kind, schema) => {
  expect(labelled(schema.meta({ ...schema.meta(), label: 'It' }))).toMatchObject({ kind, label: 'It' })
})

test('only properties that may be missing are optional; those with a default are not', () => {
  const fields = entryFields(
    z.object({
      award: textSchema.optional().meta({ label: 'Award' }),
      isSample: z.boolean().default(false).meta({ label: 'Sample' }),
      title: textSchema.meta({ label: 'Title' }),
    }),
  )
  expect(fields.map(({ name, isOptional }) => [name, isOptional])).toEqual([
    ['award', true],
    ['isSample', undefined],
    ['title', undefined],
  ])
})

test('lists have fields of their own; the key is not a field, but a nested property of the same name is', () => {
  const entry = z.object({
    id: textSchema,
    parts: z
      .array(z.object({ id: textSchema.meta({ label: 'Platform', choices: 'platforms' }) }))
      .length(2)
      .meta({ label: 'Parts', itemLabel: 'Part' }),
  })
  expect(entryFields(entry, { keyProperty: 'id', choices: { platforms: { radio: 'Swade Radio' } } })).toEqual([
    {
      kind: 'list',
      name: 'parts',
      label: 'Parts',
      itemLabel: 'Part',
      min: 2,
      max: 2,
      fields: [
        { kind: 'choice', name: 'id', label: 'Platform', options: ['radio'], optionLabels: { radio: 'Swade Radio' } },
      ],
    },
  ])
})

test.each([
  ['title needs a label', z.object({ title: textSchema })],
  [
    'parts[].title needs a label',
    z.object({
      parts: z
        .array(z.object({ title: textSchema }))
        .max(2)
        .meta({ label: 'P', itemLabel: 'P' }),
    }),
  ],
  [
    'awards needs a maximum number of items',
    z.object({ awards: z.array(textSchema).meta({ label: 'Awards', itemLabel: 'Award' }) }),
  ],
  ['hue needs a maximum', z.object({ hue: z.number().min(1).meta({ label: 'Hue' }) })],
  ["id needs choices 'platforms'", z.object({ id: textSchema.meta({ label: 'Id', choices: 'platforms' }) })],
])('a property without a possible field is named: %s', (message, schema) => {
  const [path = '', ...rest] = message.split(' ')
  expect(() => entryFields(schema)).toThrow(`editable property ${path} ${rest.join(' ')}`)
})
