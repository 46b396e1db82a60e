import base from '../../jest.config.mjs';

const spoilt = ({ transform, ...project }) => ({
  ...project,
  transform: Object.fromEntries(
    Object.entries(transform).map(([files, [, options]]) => [files, ['<rootDir>/lab/text-mutation/spoil-transformer.mjs', options]]),
  ),
});

export default { ...base, rootDir: base.projects[0].rootDir, reporters: [], projects: base.projects.map(spoilt) };
