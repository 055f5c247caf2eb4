import { expect, test } from 'vitest'
import { fieldNames, schemaNames } from '#platform/content-edits/test-fields.ts'
import { legalEntrySchema } from './contract.ts'
import { legalFields } from './editing.ts'

test('the form of a legal text names the same fields as its schema', () => {
  expect(fieldNames(legalFields)).toEqual(schemaNames(legalEntrySchema, 'name'))
})
