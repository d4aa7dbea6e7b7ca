import { Radio } from '@mantine/core';
import { type AdminRole, adminRoles } from '../../../../contract/administrators.ts';
import { en } from '../../../../texts/en.ts';
import styles from './administrators.module.css';

interface Props {
  value: string;
  onChange(role: AdminRole): void;
}

/** The four roles with what each may do. */
export function RoleChoice({ value, onChange }: Props) {
  return (
    <Radio.Group
      label={en.admin.administrators.role}
      value={value}
      onChange={(chosen) => {
        const role = adminRoles.find((each) => each === chosen);
        if (role) onChange(role);
      }}
    >
      <div className={styles.roles}>
        {adminRoles.map((role) => (
          <Radio
            key={role}
            value={role}
            label={en.admin.roles[role].name}
            description={en.admin.roles[role].what}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
