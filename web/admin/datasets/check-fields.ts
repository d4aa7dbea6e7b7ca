import { t } from '#texts';
import type { FieldError } from '../../../contract/envelope.ts';
import { missing } from '../../ui/mantine/form/form-errors.ts';
import type { DatasetValues } from './dataset-form-data.ts';

/** What can be told without the server; it applies the contract's rules and says what is wrong at each field. */
export const checkFields = (values: DatasetValues): FieldError[] => missing(values, t.admin.datasets.missing);
