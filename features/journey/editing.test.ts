import { expect, test } from 'vitest'
import { fieldNames, schemaNames } from '#platform/content-edits/test-fields.ts'
import { eraSchema, journeyPageSchema, milestoneSchema } from './contract.ts'
import { eraFields, journeyFields, milestoneFields } from './editing.ts'

test('the forms of the story name the same fields as its schemas', () => {
  expect(fieldNames(eraFields)).toEqual(schemaNames(eraSchema, 'period'))
  expect(fieldNames(milestoneFields)).toEqual(schemaNames(milestoneSchema, 'id'))
  expect(fieldNames(journeyFields([]))).toEqual(schemaNames(journeyPageSchema))
})
