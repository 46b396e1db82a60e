import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { Checkbox, type CheckboxProps } from '@portal/ui/Checkbox';

/** The box that every form with a person's details has. */
export function ConsentPart(props: Omit<CheckboxProps, 'label'>) {
  return (
    <Checkbox
      {...props}
      label={
        <>
          I agree that you keep what I enter here in order to answer me, as your {/* In another tab: what was typed stays. */}
          <a href={pagesPaths.privacy()} target="_blank" rel="noopener">
            Privacy Policy
          </a>{' '}
          says.
        </>
      }
    />
  );
}
