import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { LinesField } from '#shared/entry-fields.ts'
import { reasonOf } from '#ui/test-button-reason.ts'
import { LinesInput } from './lines-input.tsx'

function draw(count: number, { min, max }: { min: number; max: number }): string {
  const field = {
    kind: 'lines',
    name: 'tags',
    label: 'Tags',
    itemLabel: 'Tag',
    min,
    max,
    longest: 40,
  } as unknown as LinesField
  const element = <LinesInput field={field} path="tags" lines={Array.from({ length: count }, (_, at) => `tag ${at}`)} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}

test('a full list explains why nothing can be added', () => {
  expect(reasonOf(draw(3, { min: 0, max: 3 }), 'Add tag')).toBe('The maximum is 3. Remove one to add another.')
  expect(reasonOf(draw(2, { min: 0, max: 3 }), 'Add tag')).toBeUndefined()
})

test('a list with the minimum of items explains why none can be removed', () => {
  expect(reasonOf(draw(1, { min: 1, max: 3 }), 'Remove Tag 1')).toBe(
    'At least one is required, so the only one cannot be removed.',
  )
  expect(reasonOf(draw(2, { min: 2, max: 3 }), 'Remove Tag 2')).toBe('At least 2 are required, so none can be removed.')
  expect(reasonOf(draw(2, { min: 2, max: 2 }), 'Remove Tag 2')).toBe('Exactly 2 are required.')
  expect(reasonOf(draw(2, { min: 1, max: 3 }), 'Remove Tag 1')).toBeUndefined()
})
