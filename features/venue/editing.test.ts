import { expect, test } from 'vitest'
import { fieldNames, schemaNames } from '#platform/content-edits/test-fields.ts'
import { venueEventSchema } from './contract.ts'
import { venueEventFields } from './editing.ts'

test('the form of an event names the same fields as its schema', () => {
  expect(fieldNames(venueEventFields)).toEqual(schemaNames(venueEventSchema, 'id'))
})
