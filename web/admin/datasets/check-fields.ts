import { t } from '#texts';
import type { FieldError } from '../../../contract/envelope.ts';
import { missing } from '../../ui/mantine/form/form-errors.ts';
import type { DatasetValues } from './dataset-form-data.ts';

/** Client-side validation; the server applies the contract's schemas and returns field errors. */
export const checkFields = (values: DatasetValues): FieldError[] => missing(values, t.admin.datasets.missing);
