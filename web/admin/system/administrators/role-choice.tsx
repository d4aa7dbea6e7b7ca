import { Radio } from '@mantine/core';
import { t } from '#texts';
import { type AdminRole, adminRoles } from '../../../../contract/administrators.ts';
import styles from './administrators.module.css';

interface Props {
  value: string;
  onChange(role: AdminRole): void;
}

/** The roles, each with what it may do. */
export function RoleChoice({ value, onChange }: Props) {
  return (
    <Radio.Group
      label={t.admin.administrators.role}
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
            label={t.admin.roles[role].name}
            description={t.admin.roles[role].what}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
